import { expect, test } from "vitest";
import { validateMail } from "./mail.ts";

const subject = "Your verification code";

test.each([
  "nadia@example.com",
  "o'neill+books@mail.example.co.uk",
  "a@xn--bcher-kva.example",
  "root@localhost",
])("%s is an address", (to) => expect(() => validateMail({ to, subject })).not.toThrow());

test.each([
  ["with a line break", "a@example.com\r\nBcc: b@example.com"],
  ["that ends in one", "a@example.com\n"],
  ["that is two", "a@example.com, b@example.com"],
  ["with a name", "A <a@example.com>"],
  ["with a comment", "a@example.com(b)"],
  ["with a quoted part", '"a b"@example.com'],
  ["with letters beyond ASCII", "a@bücher.example"],
  ["with two at signs", "a@b@example.com"],
  ["of 255 characters", `a@${"b".repeat(249)}.com`],
  ["without a domain", "a@"],
  ["that is empty", ""],
])("an address %s is rejected", (_kind, to) => {
  expect(() => validateMail({ to, subject })).toThrow(TypeError);
});

test("a subject must contain neither the code nor a line break", () => {
  const to = "nadia@example.com";
  expect(() => validateMail({ to, subject, code: "482913" })).not.toThrow();
  expect(() => validateMail({ to, subject: "482913 is your code", code: "482913" })).toThrow(TypeError);
  expect(() => validateMail({ to, subject: "Hello\r\nBcc: b@example.com" })).toThrow(TypeError);
});
