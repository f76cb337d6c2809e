import { createHash } from "node:crypto";
import { expect, test, vi } from "vitest";
import * as docs from "#features/docs/server/docs-page.ts";
import { testAuth } from "#features/auth/testing.ts";
import type { RequestContext } from "#rpc/request-context.server.ts";
import { contextFor } from "../../../testing/context.ts";
import { handleDocs } from "./handle-docs.server.ts";
import { describeAuth } from "#features/auth/server/describe-auth.ts";
import { serverI18n } from "#i18n/i18n.ts";
import { languages } from "#i18n/languages.ts";
import type { Messages } from "#i18n/messages.ts";
import { otherLanguage } from "../../../testing/languages.ts";
import { restTexts } from "./rest-texts.server.ts";

vi.mock("#features/docs/server/docs-page.ts", { spy: true });
vi.mock("#ui/styles/stylesheet-path.server.ts", () => ({ stylesheetPath: () => "/assets/app.css" }));

const env = testAuth();
const i18n = await serverI18n(otherLanguage);

function get(headers: Record<string, string> = {}) {
  const context = {
    services: env.auth,
    operationContext: () => Promise.resolve(contextFor(env.database, null)),
  } as unknown as RequestContext;
  return handleDocs({ request: new Request("http://localhost:3000/api/docs", { headers }), context });
}

test("the documentation is rendered once for each language and theme, whatever else is sent", async () => {
  for (const agent of ["a", "b"]) {
    for (const { key } of languages) await get({ "accept-language": key, "user-agent": agent });
    for (const theme of ["dark", "invented"]) await get({ cookie: `theme=${theme}` });
  }
  // English with the theme of the device, which an invented one means, is one of those.
  expect(vi.mocked(docs.docsPage).mock.calls).toHaveLength(languages.length + 1);
});

test("its policy allows exactly the scripts and styles that it has, by their hashes", async () => {
  const response = await get();
  const page = await response.text();
  const hashes = [...page.matchAll(/<(?:script|style)[^>]*>(.*?)<\/(?:script|style)>/gs)].map(
    ([, text = ""]) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`,
  );
  expect(hashes).toHaveLength(3);
  const policy = response.headers.get("content-security-policy") ?? "";
  expect(policy.match(/script-src [^;]*/)?.[0]).toBe(`script-src 'self' ${hashes.join(" ")}`);
  expect(policy).not.toContain("nonce");
});

test("it says in the reader's language who may call an operation, and what the operation does", async () => {
  const page = await (await get({ "accept-language": otherLanguage })).text();
  const operation = /<details id="users\.list".*?<\/details>/s.exec(page)?.[0] ?? "";
  expect(operation).toContain(`<span >${i18n.t("resourceRest:operations.list")}</span>`);
  expect(operation).toContain(
    `<p>${i18n.t("docs:access.permission", { permission: '<code dir="ltr">user:list</code>' })}</p>`,
  );
});

test("each text of an operation belongs to one of its feature", () => {
  const service = Object.values(describeAuth(env.auth).paths ?? {}).flatMap((methods) =>
    Object.values(methods as Record<string, { operationId: string }>),
  );
  const ids = new Set([...restTexts(i18n).keys(), ...service.map(({ operationId }) => operationId)]);
  const described = Object.entries(i18n.messagesOf(otherLanguage)).flatMap(([namespace, messages]) =>
    namespace.endsWith("Rest") && namespace !== "resourceRest"
      ? ["operations", "descriptions"].flatMap((kind) =>
          keysOf(messages[kind], namespace.slice(0, -"Rest".length)),
        )
      : [],
  );
  expect(described.length).toBeGreaterThan(50);
  expect(described.filter((id) => !ids.has(id))).toEqual([]);
});

/** The keys of all texts of a group. */
function keysOf(group: Messages | string | undefined, prefix: string): string[] {
  if (typeof group === "string") return [prefix];
  return Object.entries(group ?? {}).flatMap(([key, inner]) => keysOf(inner, `${prefix}.${key}`));
}
