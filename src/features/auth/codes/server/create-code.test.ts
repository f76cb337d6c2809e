import { expect, test } from "vitest";
import { createSecrets } from "#server/secret.ts";
import { createCode, hashCode } from "./create-code.ts";

const secrets = createSecrets("a secret of 32 characters or more");
const asked = { email: "ada@example.com", purpose: "sign-in" } as const;

test("a code is 6 digits, of which the first may be 0, and any may be drawn", () => {
  const codes = Array.from({ length: 2_000 }, () => createCode(secrets, asked).code);
  expect(codes.every((code) => /^\d{6}$/.test(code))).toBe(true);
  expect(codes.some((code) => code.startsWith("0"))).toBe(true);
  expect(new Set(codes).size).toBeGreaterThan(1_900);
});

test("the same code has another hash for each request, address and secret, and its hash is what is kept", () => {
  const { code, stored } = createCode(secrets, asked);
  expect(stored.codeHash).toBe(hashCode(secrets, stored, code));
  const others = [
    hashCode(secrets, { ...stored, id: crypto.randomUUID() }, code),
    hashCode(secrets, { ...stored, email: "bob@example.com" }, code),
    hashCode(createSecrets("another secret of 32 characters!"), stored, code),
  ];
  expect(new Set([stored.codeHash, ...others]).size).toBe(4);
});
