/** The first match counts: most user agents also contain the names of other browsers. */
const browsers: [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\b(?:OPR|OPiOS|OPT|Opera)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bVivaldi\//, "Vivaldi"],
  [/\b(?:DuckDuckGo|Ddg)\//, "DuckDuckGo"],
  [/\bYaBrowser\//, "Yandex"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:HeadlessChrome|Chrome|Chromium|CriOS)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

/** Programs and crawlers, as they name themselves. Only known ones: mails show the name, and strangers choose what they send. */
const programs =
  /^(?:axios|curl|Go-http-client|HTTPie|insomnia|Java-http-client|node|okhttp|PostmanRuntime|python-httpx|python-requests|Python-urllib|undici|Wget)\b|\b(?:bingbot|ClaudeBot|facebookexternalhit|Googlebot|GPTBot|Slackbot)\b/;

const systems: [RegExp, string][] = [
  [/\bWindows\b/, "Windows"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bAndroid\b/, "Android"],
  [/\bTizen\b/, "Tizen"],
  [/\bFreeBSD\b/, "FreeBSD"],
  [/\b(?:iPhone|iPod)\b/, "iOS"],
  [/\biPad\b/, "iPadOS"],
  [/\b(?:Macintosh|Mac OS X)\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];

/** The names of a browser, or another program, and its system, which are the same in every language; null if unknown. */
export type Device = { browser: string | null; system: string | null };

/** The browser and system in a User-Agent header, for display only. */
export function parseUserAgent(userAgent: string | null): Device {
  const text = userAgent ?? "";
  const nameIn = (patterns: [RegExp, string][]) => patterns.find(([pattern]) => pattern.test(text))?.[1];
  return { browser: nameIn(browsers) ?? programs.exec(text)?.[0] ?? null, system: nameIn(systems) ?? null };
}
