import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { outcomeOf } from "../../../../testing/context.ts";
import { createAuthenticator } from "../../../../testing/authenticator.ts";
import { account, emailChange, passkey, session } from "../table.ts";
import { randomEmail } from "../testing.ts";
import { testAccounts, type TestUser } from "./testing.ts";

const env = testAccounts();

const emailOf = async (user: TestUser) => (await env.storedUser(user))?.email;

/** Changes a user's email. @returns the token of the link in the notice to the old one */
async function changeEmail(user: TestUser, email = randomEmail()) {
  const before = (await emailOf(user)) ?? "";
  const account = env.callAs({ ...user.caller, user: { ...user.caller.user, email: before } });
  await account.requestEmailChange({ email });
  await account.changeEmail({ email, code: await env.codeFor(email) });
  const notice = (await env.mailsTo(before)).at(-1);
  const token = /\/login\/undo-email\?token=([\w-]+)/.exec(notice?.text ?? "")?.[1];
  if (!token) throw new Error(`The notice has no link:\n${notice?.text}`);
  return { email, before, token };
}

// optional: passkeys
async function addPasskey({ account }: TestUser) {
  const credential = createAuthenticator().create(await account.passkeyCreationOptions());
  await account.addPasskey({ name: "Phone", credential });
}
// end: passkeys

/** The operations of someone who is signed out. */
const anyone = () => env.callAs(null);

describe("the link in the notice to the old email", () => {
  test("restores it, ends all sessions, and removes what was added since", async () => {
    const user = await env.addUser("admin");
    const { id } = user.caller.user;
    await addPasskey(user); // optional: passkeys
    // optional: social
    await env.database.sql
      .insert(account)
      .values({ userId: id, providerId: "github", accountId: crypto.randomUUID() });
    await env.database.pool.query("update account set created_at = now() - interval '1 day'");
    // end: social
    const { email, before, token } = await changeEmail(user);
    await addPasskey(user); // optional: passkeys
    await user.account.createKey({ name: "Theirs", permissions: ["user:list"] }); // optional: api-keys
    // optional: social
    await env.database.sql
      .insert(account)
      .values({ userId: id, providerId: "google", accountId: crypto.randomUUID() });
    // end: social

    const read = await anyone().readEmailChange({ token });
    expect(read).toMatchObject({ oldEmail: before, newEmail: email });
    expect(await emailOf(user)).toBe(email);
    const undone = await anyone().undoEmailChange({ token });
    expect(undone).toEqual({
      email: before,
      passkeys: 1, // optional: passkeys
      linkedAccounts: 1, // optional: social
      keys: 1, // optional: api-keys
    });

    expect(await env.storedUser(user)).toMatchObject({ email: before, emailVerified: true });
    const sql = env.database.sql;
    expect(await sql.select().from(session).where(eq(session.userId, id))).toEqual([]);
    expect(await sql.select().from(passkey).where(eq(passkey.userId, id))).toHaveLength(1); // optional: passkeys
    // optional: social
    const linked = await sql.select().from(account).where(eq(account.userId, id));
    expect(linked.map(({ providerId }) => providerId)).toEqual(["github"]);
    // end: social
    const told = (await env.mailsTo(email)).at(-1);
    expect(told?.subject).toBe("The change of your email was undone");
    expect(told?.text).toContain(before);
    expect(told?.text).not.toContain("undo-email");
  });

  test("works once, also for twenty calls at the same moment", async () => {
    const user = await env.addUser();
    const { email, token } = await changeEmail(user);
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => outcomeOf(anyone().undoEmailChange({ token }))),
    );
    expect(outcomes.toSorted()).toEqual([...Array<string>(19).fill("LINK_EXPIRED"), "done"]);
    expect(await outcomeOf(anyone().readEmailChange({ token }))).toBe("LINK_EXPIRED");
    const undone = (await env.mailsTo(email)).filter(({ subject }) => subject.includes("undone"));
    expect(undone).toHaveLength(1);
  });

  test("works for seven days", async () => {
    const user = await env.addUser();
    const { email, token } = await changeEmail(user);
    const [stored] = await env.database.sql.select().from(emailChange).where(eq(emailChange.newEmail, email));
    const days = ((stored?.expiresAt.getTime() ?? 0) - (stored?.createdAt.getTime() ?? 0)) / 86_400_000;
    expect(days).toBeCloseTo(7);
    await env.database.sql
      .update(emailChange)
      .set({ expiresAt: new Date() })
      .where(eq(emailChange.newEmail, email));
    expect(await outcomeOf(anyone().readEmailChange({ token }))).toBe("LINK_EXPIRED");
    expect(await outcomeOf(anyone().undoEmailChange({ token }))).toBe("LINK_EXPIRED");
    expect(await emailOf(user)).toBe(email);
  });

  test("is not in the database", async () => {
    const { token } = await changeEmail(await env.addUser());
    const { rows } = await env.database.pool.query<{ row: string }>(
      "select email_change::text as row from email_change",
    );
    expect(rows.map(({ row }) => row).join("\n")).not.toContain(token);
  });

  test("does nothing when it is only read", async () => {
    const user = await env.addUser();
    const { email, token } = await changeEmail(user);
    for (let i = 0; i < 3; i++) await anyone().readEmailChange({ token });
    expect(await emailOf(user)).toBe(email);
  });

  test.each(["", "x", "A".repeat(43)])("is rejected if it is made up: %j", async (token) => {
    expect(await outcomeOf(anyone().undoEmailChange({ token }))).toBe("LINK_EXPIRED");
  });

  test("works again once the old email is free, if another account has it", async () => {
    const user = await env.addUser();
    const { before, email, token } = await changeEmail(user);
    await env.database.pool.query(`insert into "user" (email) values ($1)`, [before]);
    expect(await outcomeOf(anyone().undoEmailChange({ token }))).toBe("EMAIL_TAKEN");
    expect(await emailOf(user)).toBe(email);
    await env.database.pool.query(`delete from "user" where email = $1`, [before]);
    expect(await outcomeOf(anyone().undoEmailChange({ token }))).toBe("done");
    expect(await emailOf(user)).toBe(before);
  });

  test("undoes later changes too, whose links end", async () => {
    const user = await env.addUser();
    const first = await changeEmail(user);
    const second = await changeEmail(user);
    expect(await outcomeOf(anyone().undoEmailChange({ token: first.token }))).toBe("done");
    expect(await emailOf(user)).toBe(first.before);
    expect(await outcomeOf(anyone().undoEmailChange({ token: second.token }))).toBe("LINK_EXPIRED");
    expect((await env.mailsTo(second.email)).at(-1)?.subject).toBe("The change of your email was undone");
  });

  test("still works after the link of a later change was used", async () => {
    const user = await env.addUser();
    const first = await changeEmail(user);
    const second = await changeEmail(user);
    await anyone().undoEmailChange({ token: second.token });
    expect(await emailOf(user)).toBe(first.email);
    await anyone().undoEmailChange({ token: first.token });
    expect(await emailOf(user)).toBe(first.before);
  });

  test("ends with the account", async () => {
    const user = await env.addUser();
    const { token } = await changeEmail(user);
    await env.database.pool.query(`delete from "user" where id = $1`, [user.caller.user.id]);
    expect(await outcomeOf(anyone().undoEmailChange({ token }))).toBe("LINK_EXPIRED");
  });
});

test("a user of the session at that moment can't keep the account with another change", async () => {
  for (let i = 0; i < 5; i++) {
    const user = await env.addUser();
    const { before, token } = await changeEmail(user);
    const email = randomEmail();
    await env.passTime(3_600);
    await user.account.requestEmailChange({ email });
    const code = await env.codeFor(email);
    const outcomes = await Promise.all([
      outcomeOf(anyone().undoEmailChange({ token })),
      outcomeOf(user.account.changeEmail({ email, code })),
      outcomeOf(addPasskey(user)), // optional: passkeys
    ]);
    expect(outcomes[0]).toBe("done");
    expect(await emailOf(user)).toBe(before);
    // optional: passkeys
    const { rowCount } = await env.database.pool.query("select from passkey where user_id = $1", [
      user.caller.user.id,
    ]);
    expect(rowCount).toBe(0);
    // end: passkeys
  }
});
