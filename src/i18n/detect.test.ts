import fc from "fast-check";
import { expect, test } from "vitest";
import { acceptedLanguage, detectLanguage, readCookie } from "./detect.ts";
import { isLanguage, languages } from "./languages.ts";

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
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true }), fc.string(), fc.string(), (url, cookie, accept) => {
      const headers = new Headers();
      for (const [name, value] of Object.entries({ cookie, "accept-language": accept })) {
        if (/^[\x20-\x7e]*$/.test(value)) headers.set(name, value);
      }
      expect(isLanguage(detectLanguage({ url, headers }))).toBe(true);
    }),
  );
});

test("a cookie is found by its full name", () => {
  fc.assert(
    fc.property(fc.constantFrom(...languages.map(({ key }) => key)), (key) => {
      expect(readCookie(`xi18next=zz; i18next=${key}; i18nextLng=yy`, "i18next")).toBe(key);
    }),
  );
  expect(readCookie("a=b", "i18next")).toBeUndefined();
});
