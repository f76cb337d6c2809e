import { expect, test } from "vitest";
import { serverI18n } from "#i18n/i18n.ts";
import { otherLanguage } from "../../../../testing/languages.ts";
import { operationTexts } from "./operation-texts.ts";

const i18n = await serverI18n(otherLanguage);

test("a usual operation has its name in the reader's language, in any feature", () => {
  expect(operationTexts(i18n, { operationId: "wines.deleteMany" }).name).toEqual({
    text: i18n.t("resourceRest:operations.deleteMany"),
  });
});

test("an operation that its contract describes in English is shown so, and marked as English", () => {
  const written = { summary: "List by vintage", description: "The oldest first.", tags: ["Wines"] };
  expect(operationTexts(i18n, { operationId: "wines.list", ...written })).toEqual({
    name: { text: "List by vintage", lang: "en" },
    description: { text: "The oldest first.", lang: "en" },
    group: { text: "Wines", lang: "en" },
  });
});

test("an operation without any text has its id as its name", () => {
  expect(operationTexts(i18n, { operationId: "wines.taste" }).name).toEqual({
    text: "wines.taste",
    lang: "en",
  });
});

test("a feature's own texts come first, and a tag is the key of its heading's text", () => {
  const texts = operationTexts(i18n, { operationId: "users.ban", summary: "Ban", tags: ["users:title"] });
  expect(texts.name).toEqual({ text: i18n.t("usersRest:operations.ban") });
  expect(texts.description).toEqual({ text: i18n.t("usersRest:descriptions.ban") });
  expect(texts.group).toEqual({ text: i18n.t("users:title") });
});
