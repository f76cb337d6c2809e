import { desc, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { activity } from "#server/activity/table.ts";
import { outcomeOf } from "../../../../testing/context.ts";
import { testAccounts, type TestUser } from "../account/testing.ts";

const env = testAccounts();

/** An administrator's operations, and two other users. */
async function addPeople() {
  const [admin, person, other] = [await env.addUser("admin"), await env.addUser(), await env.addUser()];
  return { admin, users: admin.account, person, other };
}

async function newestOn({ caller }: TestUser) {
  return await env.database.sql
    .select()
    .from(activity)
    .where(eq(activity.subjectId, caller.user.id))
    .orderBy(desc(activity.id));
}

describe("another user's sessions", () => {
  test("are listed for administrators, and filtered by the days of their last use", async () => {
    const { users, person } = await addPeople();
    const { id } = person.caller.user;
    expect(await users.listUserSessions({ id })).toMatchObject([
      { id: person.caller.sessionId, isCurrent: false },
    ]);
    await env.database.pool.query(
      "update session set updated_at = '2026-03-01T22:30:00Z' where user_id = $1",
      [id],
    );
    const countOn = async (day: string, timeZone?: string) => {
      const days = { from: day, to: day, ...(timeZone && { timeZone }) };
      return (await users.listUserSessions({ id, ...days })).length;
    };
    expect([await countOn("2026-03-01"), await countOn("2026-03-02")]).toEqual([1, 0]);
    expect(await countOn("2026-03-02", "Africa/Nairobi")).toBe(1);
  });

  test("are revoked one by one or all, with activity, but never another user's", async () => {
    const { users, person, other } = await addPeople();
    const { id } = person.caller.user;
    const { sessionId } = other.caller;
    expect(await outcomeOf(users.revokeUserSession({ id, sessionId }))).toBe("NOT_FOUND");
    await users.revokeUserSession({ id, sessionId: person.caller.sessionId });
    expect(await users.revokeUserSessions({ id })).toEqual({ count: 0 });
    expect(await users.revokeUserSessions({ id: other.caller.user.id })).toEqual({ count: 1 });
    expect(await newestOn(person)).toMatchObject([
      { action: "revokeSessions", before: { session: expect.stringMatching(/^.{8}$/) } },
    ]);
    expect(await newestOn(other)).toMatchObject([{ action: "revokeSessions", before: { sessions: 1 } }]);
  });

  test("of an administrator who revokes their own, the one that they use stays", async () => {
    const { users, admin } = await addPeople();
    const { sessionId, user } = admin.caller;
    const { id } = user;
    expect(await outcomeOf(users.revokeUserSession({ id, sessionId }))).toBe("CURRENT_SESSION");
    await users.revokeUserSessions({ id });
    await users.revokeSessionsOfUsers({ ids: [id] });
    expect(await users.listUserSessions({ id })).toMatchObject([{ isCurrent: true }]);
  });
});
