import { expect, test } from "vitest";
import { MailCode, MailText, renderMail } from "./layout.tsx";

const layout = {
  language: "en",
  dir: "ltr" as const,
  brandName: "Books",
  preview: "In short",
  heading: "A heading",
  children: (
    <>
      <MailText>First & foremost</MailText>
      <MailCode>482913</MailCode>
      <MailText soft>An aside</MailText>
    </>
  ),
};

test("the plain text has the same content in the same order, once", async () => {
  const { text } = await renderMail(layout);
  expect(text.split(/\n+/).filter(Boolean)).toEqual([
    "Books",
    "A heading",
    "First & foremost",
    "482913",
    "An aside",
  ]);
  expect(text).not.toMatch(/\n{4}| $/m);
});

test("a mail declares its language and direction, and its alignment follows", async () => {
  const { html } = await renderMail({ ...layout, language: "ar", dir: "rtl" });
  expect(html).toMatch(/<html[^>]*dir="rtl"[^>]*lang="ar"/);
  expect(html).toContain('align="right"');
  expect(html).not.toContain('align="left"');
});

test("a code is from left to right in every language, in one element", async () => {
  const { html } = await renderMail({ ...layout, language: "ar", dir: "rtl" });
  expect(html).toMatch(/<td[^>]*dir="ltr"[^>]*>482913<\/td>/);
});

test("a mail is at most 600 px wide, has dark colors, and loads nothing", async () => {
  const { html } = await renderMail(layout);
  expect(html).toMatch(/width="600"[^>]*max-width:600px/);
  expect(html).toContain("@media (prefers-color-scheme: dark)");
  expect(html).toMatch(/<div style="display:none[^>]*>In short/);
  expect(html).not.toMatch(/<img|<link|url\(|@import|<script/);
  expect(Buffer.byteLength(html)).toBeLessThan(12_000);
});
