import { createHash } from "node:crypto";
import { expect, test, vi } from "vitest";
import * as docs from "#features/docs/server/docs-page.ts";
import { testAuth } from "#features/auth/testing.ts";
import type { RequestContext } from "#rpc/request-context.server.ts";
import { contextFor } from "../../../testing/context.ts";
import { handleDocs } from "./handle-docs.server.ts";
import { languages } from "#i18n/languages.ts";

vi.mock("#features/docs/server/docs-page.ts", { spy: true });
vi.mock("#ui/styles/stylesheet-path.server.ts", () => ({ stylesheetPath: () => "/assets/app.css" }));

const env = testAuth();

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
