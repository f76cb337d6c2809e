import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../testing/database.ts";
import { user } from "./table.ts";

let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

async function addPerson(role: string): Promise<string> {
  const [person] = await database.sql
    .insert(user)
    .values({ email: `${crypto.randomUUID()}@example.com`, role })
    .returning({ id: user.id });
  return person?.id ?? "";
}

/** The ways in which an administrator goes. */
const ways = {
  deleted: (id: string) => database.sql.delete(user).where(eq(user.id, id)),
  demoted: (id: string) => database.sql.update(user).set({ role: "user" }).where(eq(user.id, id)),
  banned: (id: string) => database.sql.update(user).set({ banned: true }).where(eq(user.id, id)),
};

const constraintOf = (error: { cause?: { constraint?: string } }) => error.cause?.constraint;

test.each(Object.entries(ways))("the last administrator can't be %s, others can", async (_, take) => {
  const [first, second] = [await addPerson("admin"), await addPerson("user,admin")];
  await addPerson("user");
  await take(first);
  expect(await take(second).then(() => "taken", constraintOf)).toBe("user_last_administrator");
});

test("a banned administrator counts for nothing", async () => {
  const [first, second] = [await addPerson("admin"), await addPerson("admin")];
  await ways.banned(first);
  expect(await ways.demoted(second).then(() => "taken", constraintOf)).toBe("user_last_administrator");
  await ways.deleted(first);
});

test.each(Object.entries(ways))(
  "of two administrators who are %s in the same instant, one stays",
  async (_, take) => {
    const ids = [await addPerson("admin"), await addPerson("admin")];
    const outcomes = await Promise.all(ids.map((id) => take(id).then(() => "taken", constraintOf)));
    expect(new Set(outcomes)).toEqual(new Set(["taken", "user_last_administrator"]));
  },
);

test("who is no administrator can always go, be demoted and banned", async () => {
  const person = await addPerson("user");
  await ways.banned(person);
  await ways.demoted(person);
  await ways.deleted(person);
});
