/** What a browser's own words say of a device; the first match counts, for most browsers name those before them too. */
const browsers: [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\b(?:OPR|OPiOS|OPT|Opera)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bVivaldi\//, "Vivaldi"],
  [/\bYaBrowser\//, "Yandex"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:HeadlessChrome|Chrome|Chromium|CriOS)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const systems: [RegExp, string][] = [
  [/\bWindows\b/, "Windows"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bAndroid\b/, "Android"],
  [/\b(?:iPhone|iPod)\b/, "iOS"],
  [/\biPad\b/, "iPadOS"],
  [/\b(?:Macintosh|Mac OS X)\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];

/** A browser and its system, by their own names, which are the same in every language; null where it is none we know. */
export type Device = { browser: string | null; system: string | null };

/**
 * The browser and system that a User-Agent header names: to be recognised by their owner, and never to be relied upon.
 * Browsers freeze these texts more and more, so that a handful of patterns serves longer than a list of devices.
 */
export function deviceOf(userAgent: string | null): Device {
  const text = userAgent ?? "";
  const nameIn = (patterns: [RegExp, string][]) => patterns.find(([pattern]) => pattern.test(text))?.[1];
  return { browser: nameIn(browsers) ?? null, system: nameIn(systems) ?? null };
}
