import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../testing/database.ts";
import { user } from "./table.ts";

let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

async function addUser(role: string): Promise<string> {
  const [added] = await database.sql
    .insert(user)
    .values({ email: `${crypto.randomUUID()}@example.com`, role })
    .returning({ id: user.id });
  return added?.id ?? "";
}

/** The changes that remove an administrator. */
const removals = {
  deleted: (id: string) => database.sql.delete(user).where(eq(user.id, id)),
  demoted: (id: string) => database.sql.update(user).set({ role: "user" }).where(eq(user.id, id)),
  banned: (id: string) => database.sql.update(user).set({ banned: true }).where(eq(user.id, id)),
};

const constraintOf = (error: { cause?: { constraint?: string } }) => error.cause?.constraint;

test.each(Object.entries(removals))(
  "the last administrator can't be %s, other administrators can",
  async (_, remove) => {
    const [first, second] = [await addUser("admin"), await addUser("user,admin")];
    await addUser("user");
    await remove(first);
    expect(await remove(second).then(() => "removed", constraintOf)).toBe("user_last_administrator");
  },
);

test("a banned administrator doesn't count", async () => {
  const [first, second] = [await addUser("admin"), await addUser("admin")];
  await removals.banned(first);
  expect(await removals.demoted(second).then(() => "removed", constraintOf)).toBe("user_last_administrator");
  await removals.deleted(first);
});

test.each(Object.entries(removals))(
  "of two administrators who are %s concurrently, one remains",
  async (_, remove) => {
    const ids = [await addUser("admin"), await addUser("admin")];
    const outcomes = await Promise.all(ids.map((id) => remove(id).then(() => "removed", constraintOf)));
    expect(new Set(outcomes)).toEqual(new Set(["removed", "user_last_administrator"]));
  },
);

test("other users can always be deleted, demoted and banned", async () => {
  const id = await addUser("user");
  await removals.banned(id);
  await removals.demoted(id);
  await removals.deleted(id);
});
