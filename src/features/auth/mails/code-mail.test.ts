import type { TFunction } from "i18next";
import { expect, test } from "vitest";
import { codePurposes } from "../codes/server/create-code.ts";
import { codeMail } from "./code-mail.tsx";

/** Texts that show by which key, and with which values, they were asked for. */
const t = ((key: string, values?: object) =>
  `[${key}${values ? ` ${JSON.stringify(values)}` : ""}]`) as unknown as TFunction<"authMails">;
const mail = (changes = {}) =>
  codeMail(t, {
    language: "en",
    dir: "ltr",
    purpose: "sign-in",
    code: "482913",
    expiresInMinutes: 10,
    ...changes,
  });

test.each(codePurposes)("the mail for %s says what its code does, with the code once", async (purpose) => {
  const { subject, text } = await mail({ purpose });
  expect(subject).toBe(`[codes.${purpose}.subject]`);
  expect(text.split(/\n+/).filter(Boolean).slice(1)).toEqual([
    `[codes.${purpose}.intro]`,
    "482913",
    '[validity {"count":10,"expiration":"10"}]',
    `[codes.${purpose}.ignore]`,
  ]);
});

test("the code stands in the body alone: neither in the subject nor in what mailboxes show beside it", async () => {
  const { subject, html } = await mail();
  expect(subject).not.toContain("482913");
  const hidden = /<div style="display:none[^>]*>([^<]*)/.exec(html)?.[1];
  expect(hidden).toMatch(/^\[codes\.sign-in\.preview\]/);
  expect(html.match(/482913/g)).toHaveLength(1);
});

test("the minutes are written in the language's own digits, and counted for its plural", async () => {
  const { text } = await mail({ language: "ar", dir: "rtl", expiresInMinutes: 2 });
  const expiration = new Intl.NumberFormat("ar").format(2);
  expect(text).toContain(`[validity {"count":2,"expiration":"${expiration}"}]`);
});
