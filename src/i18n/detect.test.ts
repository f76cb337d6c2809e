import { expect, test } from "vitest";
import { acceptedLanguage, detectLanguage } from "./detect.ts";
import { otherLanguage } from "../../testing/languages.ts";

const other = otherLanguage;

test.each([
  [other, other],
  [`${other}-CA,en;q=0.8`, other],
  [`xx,${other};q=0.5`, other],
  [`en;q=0.2, ${other};q=0.9`, other],
  [`${other};q=0, en`, "en"],
  ["*", undefined],
  ["", undefined],
])("Accept-Language %j gives %s", (header, language) => {
  expect(acceptedLanguage(header)).toBe(language);
});

test("every request gets a supported language", () => {
  const found = [
    [`/?lng=${other}`, "i18next=en", "en"],
    ["/?lng=zz", `i18next=${other}`, "en"],
    ["/", "xi18next=en; i18next=zz; i18nextLng=en", other],
    ["/", "", "xx"],
    [`/?lng=${other}-CA`, "", "en"],
    [`/?lng=${other.toUpperCase()}_ca`, "i18next=en", "en"],
    ["/", `i18next=${other}-CA`, "en"],
    ["/?lng=en-GB", `i18next=${other}`, other],
    [`/?lng=${other}x`, "i18next=", "en-GB"],
  ].map(([path = "", cookie = "", accept = ""]) =>
    detectLanguage({
      url: `http://localhost${path}`,
      headers: new Headers({ cookie, "accept-language": accept }),
    }),
  );
  expect(found).toEqual([other, other, other, "en", other, other, other, "en", "en"]);
});
