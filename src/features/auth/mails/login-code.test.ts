import { expect, test } from "vitest";
import { loginCodeMail } from "./login-code.tsx";

/** Texts that show by which key, and with which values, they were asked for. */
const t = (key: string, values?: object) => `[${key}${values ? ` ${JSON.stringify(values)}` : ""}]`;
const mail = (changes = {}) =>
  loginCodeMail({ t, language: "en", dir: "ltr", code: "482913", expiresInMinutes: 10, ...changes });

test("the mail says what the specification says, in its order, with the code once", async () => {
  const { subject, text } = await mail();
  expect(subject).toBe("[mail.loginCode.subject]");
  expect(text.split(/\n+/).filter(Boolean).slice(1)).toEqual([
    "[mail.loginCode.intro]",
    "482913",
    '[mail.loginCode.validity {"count":10,"expiration":"10"}]',
    "[mail.loginCode.ignore]",
  ]);
});

test("the code stands in the body alone: neither in the subject nor in what mailboxes show beside it", async () => {
  const { subject, html } = await mail();
  expect(subject).not.toContain("482913");
  const hidden = /<div style="display:none[^>]*>([^<]*)/.exec(html)?.[1];
  expect(hidden).toMatch(/^\[mail\.loginCode\.preview\]/);
  expect(html.match(/482913/g)).toHaveLength(1);
});

test("the minutes are written in the language's own digits, and counted for its plural", async () => {
  const { text } = await mail({ language: "ar", dir: "rtl", expiresInMinutes: 2 });
  const expiration = new Intl.NumberFormat("ar").format(2);
  expect(text).toContain(`[mail.loginCode.validity {"count":2,"expiration":"${expiration}"}]`);
});
