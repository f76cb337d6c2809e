import { expect, test } from "vitest";
import { securityText } from "./security-text.ts";

test("security.txt names the brand's contact, and has not expired whenever it is read", () => {
  const now = new Date("2026-11-22T10:00:00Z");
  const text = securityText(new URL("https://books.example"), now);
  const fields = Object.fromEntries(
    text
      .trimEnd()
      .split("\n")
      .map((line) => line.split(/: (.*)/, 2) as [string, string]),
  );
  // Contact and Expires are required; the values are URIs, a time, and language tags (RFC 9116, section 2.5).
  expect(fields).toEqual({
    Contact: expect.stringMatching(/^(mailto:.+@.+|https:\/\/.+)$/) as unknown,
    Expires: "2027-05-21T10:00:00.000Z",
    "Preferred-Languages": expect.stringMatching(/^[a-z]{2}(, [a-z]{2})*$/) as unknown,
    Canonical: "https://books.example/.well-known/security.txt",
    Policy: expect.stringMatching(/^https:\/\//) as unknown,
  });
});
