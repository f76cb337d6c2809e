import type { TFunction } from "i18next";
import { expect, test } from "vitest";
import type { Language } from "#i18n/languages.ts";
import { codePurposes } from "../codes/server/create-code.ts";
import { renderCodeMail } from "./code-mail.tsx";

/** Translates a key to itself and its values. */
const t = ((key: string, values?: object) =>
  `[${key}${values ? ` ${JSON.stringify(values)}` : ""}]`) as unknown as TFunction<"authMails">;
const mail = (changes = {}, language: Language = "en") =>
  renderCodeMail(t, language, { purpose: "sign-in", code: "482913", expiresInMinutes: 10, ...changes });

test.each(codePurposes)("the mail for %s explains its code and contains it once", async (purpose) => {
  const { subject, text } = await mail({ purpose });
  expect(subject).toBe(`[codes.${purpose}.subject]`);
  expect(text.split(/\n+/).filter(Boolean).slice(1)).toEqual([
    `[codes.${purpose}.intro]`,
    "482913",
    '[validity {"count":10,"expiration":"10"}]',
    `[codes.${purpose}.ignore]`,
  ]);
});

test("the code is only in the body, not in the subject or the preview", async () => {
  const { subject, html } = await mail();
  expect(subject).not.toContain("482913");
  const hidden = /<div style="display:none[^>]*>([^<]*)/.exec(html)?.[1];
  expect(hidden).toMatch(/^\[codes\.sign-in\.preview\]/);
  expect(html.match(/482913/g)).toHaveLength(1);
});

test("the minutes use the language's digits and plural forms", async () => {
  const { text } = await mail({ expiresInMinutes: 2 }, "ar");
  const expiration = new Intl.NumberFormat("ar").format(2);
  expect(text).toContain(`[validity {"count":2,"expiration":"${expiration}"}]`);
});
