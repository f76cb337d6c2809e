import { isContractProcedure } from "@orpc/contract";
import { expect, test } from "vitest";
import { serverI18n } from "#i18n/i18n.ts";
import { languages } from "#i18n/languages.ts";
import { specifiedErrors } from "../../../../testing/specified-errors.ts";
import { authContract } from "../contract.ts";
import { createBrowser, testAuth } from "../testing.ts";
import { loginErrorCodes, isLoginError } from "./login-errors.ts";

// optional: social
const oidc = { clientId: "client", clientSecret: "secret", issuer: "http://127.0.0.1:9", name: "Provider" };
// end: social
const env = testAuth({
  auth: { oidc }, // optional: social
});

const specified = Object.keys(specifiedErrors);

/** The codes without a text, by language. */
async function withoutText(codes: Iterable<string>): Promise<string[]> {
  const missing: string[] = [];
  for (const { key } of languages) {
    const i18n = await serverI18n(key);
    for (const code of codes) {
      const names = [
        isLoginError(code) ? `auth:errors.${code}` : `authErrors:codes.${code}`,
        `authKeys:errors.${code}`, // The form has the texts of its own errors. // optional: api-keys
      ];
      if (!names.some((name) => i18n.exists(name, { count: 1 }))) missing.push(`${key} ${code}`);
    }
  }
  return missing;
}

test("every code of the specification has a text in every language", async () => {
  expect(specified.length).toBeGreaterThan(70);
  expect(await withoutText(["NO_SUCH_CODE"])).toHaveLength(languages.length);
  expect(await withoutText([...specified, ...loginErrorCodes])).toEqual([]);
});

test("every error of the account's operations has one", async () => {
  const codes = Object.values(authContract).flatMap((operation) =>
    isContractProcedure(operation) ? Object.keys(operation["~orpc"].errorMap) : [],
  );
  expect(codes).toContain("LAST_ADMINISTRATOR");
  // Any operation may return these: their texts are in `common`.
  expect(await withoutText(new Set(codes).difference(new Set(["TOO_SLOW", "BAD_REQUEST"])))).toEqual([]);
});

test("every error of an invalid request has one", async () => {
  const codes = new Set<string>();
  const browser = createBrowser(env.auth);
  for (const path of [...env.auth.openPaths, "/nowhere"]) {
    for (const response of [
      await browser.get(path),
      await browser.post(path, { unknown: true }),
      await browser.post(path, "x", { "content-type": "text/plain" }),
      await browser.post(path, {}, { origin: "https://evil.example" }),
    ]) {
      const { code } = (response.body ?? {}) as { code?: string };
      if (response.status >= 400 && code) codes.add(code);
    }
  }
  expect(codes.size).toBeGreaterThan(4);
  expect(await withoutText(codes)).toEqual([]);
});
