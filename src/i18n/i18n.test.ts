import { expect, test } from "vitest";
import { I18n, loadedNamespaces, loadTexts, type PageTexts, writeTexts } from "./i18n.ts";
import { otherLanguage } from "../../testing/languages.ts";

test("the server sends a page's texts, and the browser loads only those that are missing", async () => {
  const server = new I18n(otherLanguage);
  await loadTexts(server, ["common", "users"]);
  const sent = JSON.parse(writeTexts(server, ["users"])) as PageTexts;
  expect(Object.keys(sent.messages)).toEqual(["users"]);

  const browser = new I18n(otherLanguage);
  browser.addTexts(sent);
  await loadTexts(browser, ["users", "authAccount"]);
  expect(loadedNamespaces(browser)).toEqual(["users", "authAccount"]);
  expect(browser.messagesOf(otherLanguage).users).toBe(sent.messages.users);
});

test("keys of a namespace need no prefix; a missing text is its key", () => {
  const i18n = new I18n("en", { common: { notAvailable: "N/A" }, users: { title: "Users" } });
  expect(i18n.translate("users")("title")).toBe("Users");
  expect(i18n.translate("users")("common:notAvailable")).toBe("N/A");
  expect(i18n.t("users:title")).toBe("Users");
  expect(i18n.t("authAccount:title")).toBe("authAccount:title");
  expect(i18n.exists("users:title")).toBe(true);
  expect(i18n.exists("users:missing")).toBe(false);
  expect(i18n.exists("constructor:name")).toBe(false);
});

test.skipIf(otherLanguage === "en")(
  "`t` is another function in another language, so that what depends on it is computed again",
  () => {
    const i18n = new I18n("en");
    const english = i18n.translate("users");
    expect(i18n.translate("users")).toBe(english);
    i18n.changeLanguage(otherLanguage);
    expect(i18n.translate("users")).not.toBe(english);
  },
);
