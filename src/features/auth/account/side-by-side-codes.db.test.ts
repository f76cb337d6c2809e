import { describe, expect, test } from "vitest";
import { outcomeOf } from "../../../../testing/context.ts";
import { randomEmail } from "../testing.ts";
import { testAccounts, type TestUser } from "./testing.ts";

const env = testAccounts();

async function requestChange({ account }: TestUser, email: string): Promise<string> {
  await env.passTime(60);
  await account.requestEmailChange({ email });
  return await env.codeFor(email);
}

describe("a session's codes for several new emails", () => {
  test("work side by side", async () => {
    const user = await env.addUser();
    const [a, b] = [randomEmail(), randomEmail()];
    const codeOfA = await requestChange(user, a);
    const codeOfB = await requestChange(user, b);
    expect(await outcomeOf(user.account.changeEmail({ email: a, code: codeOfA }))).toBe("done");
    expect(await outcomeOf(user.account.changeEmail({ email: b, code: codeOfB }))).toBe("done");
    expect(await env.storedUser(user)).toMatchObject({ email: b });
  });

  test("work even if they are requested at once", async () => {
    const user = await env.addUser();
    const asked = Array.from({ length: 5 }, randomEmail);
    await Promise.all(asked.map((email) => user.account.requestEmailChange({ email })));
    for (const email of asked) {
      const code = await env.codeFor(email);
      expect(await outcomeOf(user.account.changeEmail({ email, code }))).toBe("done");
    }
  });

  test("are five at most: the one that was requested first gives way", async () => {
    const user = await env.addUser();
    const asked = Array.from({ length: 6 }, randomEmail);
    const codes: string[] = [];
    for (const email of asked) codes.push(await requestChange(user, email));
    const change = (i: number) =>
      outcomeOf(user.account.changeEmail({ email: asked[i] ?? "", code: codes[i] ?? "" }));
    expect(await change(0)).toBe("NO_CHALLENGE");
    expect(await change(1)).toBe("done");
    const { rows } = await env.database.pool.query(
      "select from sign_in_code where $1 in (session_id, earlier_session_id)",
      [user.caller.sessionId],
    );
    expect(rows).toHaveLength(5);
  });

  test("work beside those for the account's own email, and end with the session", async () => {
    const user = await env.addUser();
    const { account, caller } = user;
    const [a, b] = [randomEmail(), randomEmail()];
    const codeOfA = await requestChange(user, a);
    await requestChange(user, b);
    await env.passTime(60);
    await account.requestVerification();
    const verification = await env.codeFor(caller.user.email);
    await account.requestConfirmation();
    const confirmation = await env.codeFor(caller.user.email);
    expect(await outcomeOf(account.confirm({ code: confirmation }))).toBe("done");
    expect(await outcomeOf(account.verifyEmail({ code: verification }))).toBe("done");
    expect(await outcomeOf(account.changeEmail({ email: a, code: codeOfA }))).toBe("done");
    await env.database.pool.query("delete from session where id = $1", [caller.sessionId]);
    const { rows } = await env.database.pool.query("select from sign_in_code where email = any($1)", [
      [b, caller.user.email],
    ]);
    expect(rows).toEqual([]);
  });
});

describe("a session's code that a newer one replaced", () => {
  test("says when the newest was sent and uses up no attempt, also after one for another email", async () => {
    const user = await env.addUser();
    const email = randomEmail();
    const first = await requestChange(user, email);
    await requestChange(user, randomEmail());
    const newest = await requestChange(user, email);
    const { rows } = await env.database.pool.query<{ createdAt: Date }>(
      `select created_at as "createdAt" from sign_in_code where email = $1`,
      [email],
    );
    for (let i = 0; i < 6 && first !== newest; i++) {
      await expect(user.account.changeEmail({ email, code: first })).rejects.toMatchObject({
        code: "REPLACED_CODE",
        data: { sentAt: rows[0]?.createdAt.toISOString() },
      });
    }
    expect(await outcomeOf(user.account.changeEmail({ email, code: newest }))).toBe("done");
  });

  test.each([
    ["requestVerification", "verifyEmail"],
    ["requestConfirmation", "confirm"],
    ["requestDeletion", "deleteAccount"],
  ] as const)("%s: the same in %s", async (request, verify) => {
    const { account, caller } = await env.addUser();
    const codes: string[] = [];
    for (let i = 0; i < 2; i++) {
      await env.passTime(60);
      await account[request]();
      codes.push(await env.codeFor(caller.user.email));
    }
    const [first = "", newest = ""] = codes;
    for (let i = 0; i < 6 && first !== newest; i++)
      expect(await outcomeOf(account[verify]({ code: first }))).toBe("REPLACED_CODE");
    expect(await outcomeOf(account[verify]({ code: newest }))).toBe("done");
  });
});

test("an earlier build can replace a session's codes and find its newest, as it knows one for a purpose", async () => {
  const user = await env.addUser();
  const [a, b] = [randomEmail(), randomEmail()];
  const codeOfA = await requestChange(user, a);
  await requestChange(user, b);
  const found = await env.database.pool.query(
    "select email from sign_in_code where session_id = $1 and purpose = 'change-email'",
    [user.caller.sessionId],
  );
  expect(found.rows).toEqual([{ email: b }]);
  await env.database.pool.query(
    `insert into sign_in_code (id, email, purpose, session_id, code_hash, expires_at)
     values (gen_random_uuid(), $1, 'change-email', $2, 'hash', now() + interval '10 minutes')
     on conflict (session_id, purpose) do update set id = excluded.id, email = excluded.email, code_hash = excluded.code_hash,
       expires_at = excluded.expires_at, attempts = 0, used_at = null, created_at = now()`,
    [randomEmail(), user.caller.sessionId],
  );
  expect(await outcomeOf(user.account.changeEmail({ email: a, code: codeOfA }))).toBe("done");
});
