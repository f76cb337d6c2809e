import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../testing/database.ts";
import { user } from "./table.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

let count = 0;
const insert = (values: Partial<typeof user.$inferInsert>) =>
  database.sql.insert(user).values({ email: `someone${count++}@example.com`, ...values });

/** The violated constraint. */
const violation = (values: Partial<typeof user.$inferInsert>) =>
  insert(values).then(
    () => "none",
    (error: { cause?: { constraint?: string } }) => error.cause?.constraint,
  );

describe("the database rejects invalid users", () => {
  test.each([
    ["user_name_length", { name: "" }],
    ["user_name_length", { name: "a".repeat(101) }],
    ["user_name_folded", { name: " Ada" }],
    ["user_name_folded", { name: "e\u0301" }],
    ["user_email_form", { email: "Ada@example.com" }],
    ["user_email_form", { email: "ada@EXAMPLE.com" }],
    ["user_email_form", { email: "ada" }],
    ["user_email_form", { email: "a@b@example.com" }],
    ["user_email_form", { email: "ädä@example.com" }],
    ["user_email_form", { email: "ada@exämple.com" }],
    ["user_email_form", { email: "ada@example.com\r\nbcc:x" }],
    ["user_email_form", { email: `${"a".repeat(243)}@example.com` }],
    ["user_role_known", { role: "owner" }],
    ["user_role_known", { role: "" }],
    ["user_role_known", { role: "user, admin" }],
    ["user_role_known", { role: "user," }],
    ["user_image_empty", { image: "https://example.com/x.png" }],
    ["user_ban_complete", { banReason: "Spam" }],
    ["user_ban_complete", { banExpires: new Date() }],
    ["user_ban_reason_length", { banned: true, banReason: "x".repeat(501) }],
    ["user_onboarded_named", { onboardedAt: new Date() }],
  ])("%s rejects %j", async (constraint, values) => {
    expect(await violation(values)).toBe(constraint);
  });

  test("the same address twice", async () => {
    await insert({ email: "twice@example.com" });
    expect(await violation({ email: "twice@example.com" })).toBe("user_email_unique");
  });
});

test.each([
  {},
  { name: "😀".repeat(100), role: "admin,user", onboardedAt: new Date() },
  { email: `${"a".repeat(64)}@${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(57)}.com` },
  { email: "!#$%&'*+/=?^_`{|}~-.x@xn--mnchen-3ya.de" },
  { banned: true },
  { banned: true, banReason: "Spam", banExpires: new Date() },
])("a user with %j is accepted", async (values) => {
  expect(await violation(values)).toBe("none");
});
