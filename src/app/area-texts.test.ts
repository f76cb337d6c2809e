import { expect, test } from "vitest";
import { serverI18n, type PageTexts } from "#i18n/i18n.ts";
import { handleAreaTexts } from "./area-texts.server.ts";
import { areaTexts } from "./features.ts";
import { areaTextsFile } from "./page-texts.tsx";

async function get(path: string) {
  return await handleAreaTexts({ request: new Request(new URL(path, "http://localhost")) });
}

const urlOf = async (area: "app" | "manager", language: "en" | "ar") =>
  areaTextsFile(await serverI18n(language), areaTexts(area)).url;

test("browsers keep the texts of an area in one language, which its pages name", async () => {
  const response = await get(await urlOf("manager", "ar"));
  expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  const { language, messages } = (await response.json()) as PageTexts;
  expect(language).toBe("ar");
  expect(messages.books).toEqual((await serverI18n("ar")).messagesOf("ar").books);
  for (const namespace of ["common", "components", ...areaTexts("manager").namespaces] as const)
    expect(messages, namespace).toHaveProperty(namespace);
});

test("another area or language has another URL, and App's texts don't contain Manager's", async () => {
  const urls = await Promise.all([urlOf("app", "en"), urlOf("app", "ar"), urlOf("manager", "en")]);
  expect(new Set(urls).size).toBe(3);
  const { messages } = (await (await get(await urlOf("app", "en"))).json()) as PageTexts;
  expect(messages).not.toHaveProperty("users");
});

test("a page of another version gets the current texts, which are not kept", async () => {
  const response = await get("/api/texts/app/en?v=before");
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(await response.json()).toHaveProperty("messages.books");
});

test.each([
  "/api/texts",
  "/api/texts/app",
  "/api/texts/app/de",
  "/api/texts/other/en",
  "/api/texts/app/en/more",
])("%s has no texts", async (path) => {
  expect((await get(path)).status).toBe(404);
});
