import { expect, test } from "vitest";
import { I18n, loadedNamespaces, loadTexts, type PageTexts, writeTexts } from "./i18n.ts";

test("the server sends a page's texts, and the browser loads only those that are missing", async () => {
  const server = new I18n("fr");
  await loadTexts(server, ["common", "books"]);
  const sent = JSON.parse(writeTexts(server, ["books"]).json) as PageTexts;
  expect(Object.keys(sent.messages)).toEqual(["books"]);

  const browser = new I18n("fr");
  browser.addTexts(sent);
  await loadTexts(browser, ["books", "home"]);
  expect(loadedNamespaces(browser)).toEqual(["books", "home"]);
  expect(browser.messagesOf("fr").books).toBe(sent.messages.books);
});

test("keys of a namespace need no prefix; a missing text is its key", () => {
  const i18n = new I18n("en", { common: { notAvailable: "N/A" }, books: { title: "Books" } });
  expect(i18n.translate("books")("title")).toBe("Books");
  expect(i18n.translate("books")("common:notAvailable")).toBe("N/A");
  expect(i18n.t("books:title")).toBe("Books");
  expect(i18n.t("home:title")).toBe("home:title");
  expect(i18n.exists("books:title")).toBe(true);
  expect(i18n.exists("books:missing")).toBe(false);
  expect(i18n.exists("constructor:name")).toBe(false);
});

test("`t` is another function in another language, so that what depends on it is computed again", () => {
  const i18n = new I18n("en");
  const english = i18n.translate("books");
  expect(i18n.translate("books")).toBe(english);
  i18n.changeLanguage("fr");
  expect(i18n.translate("books")).not.toBe(english);
});
