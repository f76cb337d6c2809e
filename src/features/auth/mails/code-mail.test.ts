import { expect, test } from "vitest";
import type { Translate } from "#i18n/text-key.ts";
import { serverI18n } from "#i18n/i18n.ts";
import { languages, type Language } from "#i18n/languages.ts";
import { type CodeMail, renderCodeMail } from "./code-mail.tsx";

/** Translates a key to itself and its values. */
const t = ((key: string, values?: object) =>
  `[${key}${values ? ` ${JSON.stringify(values)}` : ""}]`) as unknown as Translate<"authMails">;
const codeMail: CodeMail = {
  purpose: "sign-in",
  code: "482913",
  expiresInMinutes: 10,
  client: { browser: "Firefox", system: "Windows", address: "192.0.2.1" },
  links: { unlock: "https://example.com/unlock", stop: "https://example.com/stop" },
};
const mail = (changes: Partial<CodeMail> = {}, language: Language = "en") =>
  renderCodeMail(t, language, { ...codeMail, ...changes });

const purposes = ["sign-in", "change-email", "verify-email", "delete-account", "confirm"] as const;

test.each(purposes)("the mail for %s explains its code and contains it once", async (purpose) => {
  const { subject, text } = await mail({ purpose });
  expect(subject).toBe(`[codes.${purpose}.subject]`);
  expect(text.split(/\n+/).filter(Boolean).slice(1)).toEqual([
    `[codes.${purpose}.intro]`,
    "482913",
    '[validity {"count":10,"expiration":"10"}]',
    `[codes.${purpose}.ignore]`,
    expect.stringContaining("192.0.2.1"),
    "[links.unlockText] [links.unlock] https://example.com/unlock",
    "[links.stopText] [links.stop] https://example.com/stop",
  ]);
});

test.each([
  ["Firefox", "Windows", "This code was requested with Firefox on Windows, from the IP address 2001:db8::1."],
  [null, "Windows", "This code was requested with Windows, from the IP address 2001:db8::1."],
  ["Firefox", null, "This code was requested with Firefox, from the IP address 2001:db8::1."],
  [null, null, "This code was requested with an unknown browser, from the IP address 2001:db8::1."],
])("the mail names the client that requested the code: %s, %s", async (browser, system, sentence) => {
  const english = (await serverI18n("en")).translate("authMails");
  const client = { browser, system, address: "2001:db8::1" };
  const { text } = await renderCodeMail(english, "en", { ...codeMail, client });
  expect(text).toContain(sentence);
});

test("the code is only in the body, not in the subject or the preview", async () => {
  const { subject, html } = await mail();
  expect(subject).not.toContain("482913");
  const hidden = /<div style="display:none[^>]*>([^<]*)/.exec(html)?.[1];
  expect(hidden).toMatch(/^\[codes\.sign-in\.preview\]/);
  expect(html.match(/482913/g)).toHaveLength(1);
});

test.each(languages)("the minutes use the digits and plural forms of $name", async ({ key }) => {
  const { text } = await mail({ expiresInMinutes: 2 }, key);
  const expiration = new Intl.NumberFormat(key).format(2);
  expect(text).toContain(`[validity {"count":2,"expiration":"${expiration}"}]`);
});
