import { expect, test } from "vitest";
import { acceptedLanguage, detectLanguage, readCookie } from "./detect.ts";

test.each([
  ["fr", "fr"],
  ["fr-CA,en;q=0.8", "fr"],
  ["de,sw;q=0.5", "sw"],
  ["en;q=0.2, ar;q=0.9", "ar"],
  ["ar;q=0, sw", "sw"],
  ["*", undefined],
  ["", undefined],
])("Accept-Language %j gives %s", (header, language) => {
  expect(acceptedLanguage(header)).toBe(language);
});

test("every request gets a supported language", () => {
  const found = [
    ["/?lng=sw", "i18next=fr", "ar"],
    ["/?lng=zz", "i18next=fr", "ar"],
    ["/", "xi18next=sw; i18next=zz; i18nextLng=fr", "ar"],
    ["/", "", "de"],
  ].map(([path = "", cookie = "", accept = ""]) =>
    detectLanguage({
      url: `http://localhost${path}`,
      headers: new Headers({ cookie, "accept-language": accept }),
    }),
  );
  expect(found).toEqual(["sw", "fr", "ar", "en"]);
});

test("a cookie is found by its full name", () => {
  expect(readCookie("xi18next=zz; i18next=fr; i18nextLng=yy", "i18next")).toBe("fr");
  expect(readCookie("a=b", "i18next")).toBeUndefined();
});
