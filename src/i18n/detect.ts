import { readCookie } from "#lib/cookies.ts";
import {
  defaultLanguage,
  languageCookie,
  languageOf,
  languageParameter,
  type Language,
} from "./languages.ts";

/** The language of a request: `lng` in the URL, the cookie, Accept-Language, or English (specification, section 9). */
export function detectLanguage({ url, headers }: { url: string; headers: Pick<Headers, "get"> }): Language {
  const inUrl = url.includes("?") ? new URL(url).searchParams.get(languageParameter) : null;
  const inCookie = readCookie(headers.get("cookie"), languageCookie);
  return (
    languageOf(inUrl) ??
    languageOf(inCookie) ??
    acceptedLanguage(headers.get("accept-language") ?? "") ??
    defaultLanguage
  );
}

/** The first supported language of an Accept-Language header, by its weights (RFC 9110, section 12.5.4). */
export function acceptedLanguage(header: string): Language | undefined {
  const preferences = header
    .split(",", 50)
    .map((part) => {
      const [tag = "", ...parameters] = part.trim().split(";", 5);
      const weight = parameters.map((text) => /^\s*q=([\d.]+)\s*$/.exec(text)?.[1]).find(Boolean);
      return { tag, weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight);
  return preferences.map(({ tag }) => languageOf(tag)).find((language) => language !== undefined);
}
