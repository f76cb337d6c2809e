import { expect, test } from "vitest";
import { createSecrets } from "#server/secret.ts";
import { createCode, hashesOfCode } from "./create-code.ts";

const secrets = createSecrets("a secret of 32 characters or more");
const request = { email: "ada@example.com", purpose: "sign-in" } as const;

test("a code has 6 random digits; the first can be 0", () => {
  const codes = Array.from({ length: 2_000 }, () => createCode(secrets, request).code);
  expect(codes.every((code) => /^\d{6}$/.test(code))).toBe(true);
  expect(codes.some((code) => code.startsWith("0"))).toBe(true);
  expect(new Set(codes).size).toBeGreaterThan(1_900);
});

test("the stored hash depends on the request, the email and the secret", () => {
  const { code, stored } = createCode(secrets, request);
  expect(hashesOfCode(secrets, stored, code)).toEqual([stored.codeHash]);
  const others = [
    ...hashesOfCode(secrets, { ...stored, id: crypto.randomUUID() }, code),
    ...hashesOfCode(secrets, { ...stored, email: "bob@example.com" }, code),
    ...hashesOfCode(createSecrets("another secret of 32 characters!"), stored, code),
  ];
  expect(new Set([stored.codeHash, ...others]).size).toBe(4);
});
