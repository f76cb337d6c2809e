import { describe, expect, test } from "vitest";
import { describeQueue, readQueueState } from "#server/mail/queue-state.ts";
import { outcomeOf } from "../../../../testing/context.ts";
import { randomEmail, wrongCode } from "../testing.ts";
import { testAccounts, type TestUser } from "./testing.ts";
import { serverI18n } from "#i18n/i18n.ts";
import { otherLanguage } from "../../../../testing/languages.ts";

const env = testAccounts();

const sessionsOf = async ({ caller }: TestUser) =>
  (
    await env.database.pool.query<{ id: string }>("select id from session where user_id = $1", [
      caller.user.id,
    ])
  ).rows.map(({ id }) => id);

describe("a user changes their email", () => {
  test("with a code to the new one; the old one is notified, and other devices are signed out", async () => {
    const user = await env.addUser();
    await env.onAnotherDevice(user);
    const before = user.caller.user.email;
    const email = randomEmail();
    expect(await user.account.requestEmailChange({ email: ` ${email.toUpperCase()} ` })).toEqual({ email });
    expect(await env.mailsTo(before)).toEqual([]);
    const code = await env.codeFor(email);
    const typed = `${code.slice(0, 3)} - ${code.slice(3)}`;
    expect(await user.account.changeEmail({ email, code: typed })).toEqual({ email });

    expect(await env.storedUser(user)).toMatchObject({ email, emailVerified: true });
    expect(await sessionsOf(user)).toEqual([user.caller.sessionId]);
    const [notice, ...others] = await env.mailsTo(before);
    expect(others).toEqual([]);
    expect(notice?.subject).toBe("Your email was changed");
    expect(notice?.text).toContain(email);
    expect(notice?.code).toBeUndefined();
  });

  test("and is notified in their language", async () => {
    const user = await env.addUser();
    const account = env.callAs(user.caller, { language: otherLanguage });
    const { t } = await serverI18n(otherLanguage);
    const email = randomEmail();
    await account.requestEmailChange({ email });
    await account.changeEmail({ email, code: await env.codeFor(email) });
    expect((await env.mailsTo(email))[0]?.subject).toBe(t("authMails:codes.change-email.subject"));
    expect((await env.mailsTo(user.caller.user.email))[0]?.subject).toBe(
      t("authMails:notices.emailChanged.subject"),
    );
  });

  test("not to their current email", async () => {
    const { account, caller } = await env.addUser();
    const { email } = caller.user;
    expect(await outcomeOf(account.requestEmailChange({ email }))).toBe("EMAIL_UNCHANGED");
  });

  test.each(["", "x", "a@b\r\nBcc: c@d.com", '"a"@example.com', "ä@example.com", "a".repeat(10_000)])(
    "not to an invalid email: %j",
    async (email) => {
      const { account } = await env.addUser();
      expect(await outcomeOf(account.requestEmailChange({ email }))).toBe("BAD_REQUEST");
    },
  );

  test("not to a domain that mixes scripts", async () => {
    const { account } = await env.addUser();
    expect(await outcomeOf(account.requestEmailChange({ email: "a@\u0430pple.com" }))).toBe("INVALID_EMAIL");
  });
});

describe("an email that is taken", () => {
  test("gets the same response and the same statements, and no mail", async () => {
    const owner = await env.addUser();
    const seen = [];
    for (const email of [owner.caller.user.email, randomEmail()]) {
      const user = await env.addUser();
      const statements: string[] = [];
      const stop = recordStatements(statements);
      const response = await user.account.requestEmailChange({ email });
      const wrong = await outcomeOf(user.account.changeEmail({ email, code: "000000" }));
      stop();
      const sameEnd = (text: string) => text.replace(/^(rollback to|release) savepoint/i, "end of savepoint");
      seen.push({ response: { ...response, email: "…" }, wrong, statements: statements.map(sameEnd) });
    }
    expect(seen[0]).toEqual(seen[1]);
    expect(seen[0]?.statements.length).toBeGreaterThan(10);
    expect(await env.mailsTo(owner.caller.user.email)).toEqual([]);
  });

  test("can't be recognized by what pages and /ready say of late mails", async () => {
    const owner = await env.addUser();
    for (const email of [owner.caller.user.email, randomEmail()]) {
      await env.database.pool.query("delete from mail_queue");
      await (await env.addUser()).account.requestEmailChange({ email });
      await env.database.pool.query("update mail_queue set created_at = now() - interval '1 hour'");
      expect(describeQueue(await readQueueState(env.database.sql)), email).toBe("ok");
    }
  });

  test("since the code was sent is rejected when the code is entered", async () => {
    const user = await env.addUser();
    const email = randomEmail();
    await user.account.requestEmailChange({ email });
    await env.database.pool.query(`insert into "user" (email) values ($1)`, [email]);
    const code = await env.codeFor(email);
    expect(await outcomeOf(user.account.changeEmail({ email, code }))).toBe("EMAIL_TAKEN");
    expect(await env.storedUser(user)).toMatchObject({ email: user.caller.user.email });
  });

  test("of two users at the same time, one gets it", async () => {
    const email = randomEmail();
    const users = [await env.addUser(), await env.addUser()];
    const codes: string[] = [];
    for (const { account } of users) {
      await account.requestEmailChange({ email });
      codes.push(await env.codeFor(email));
      await env.passTime(60);
    }
    const outcomes = await Promise.all(
      users.map(({ account }, i) => outcomeOf(account.changeEmail({ email, code: codes[i] ?? "" }))),
    );
    expect(outcomes.toSorted()).toEqual(["EMAIL_TAKEN", "done"]);
  });
});

describe("a code to a new email", () => {
  test("works only in the session that requested it", async () => {
    const user = await env.addUser();
    const email = randomEmail();
    await user.account.requestEmailChange({ email });
    const code = await env.codeFor(email);
    const elsewhere = await env.onAnotherDevice(user);
    expect(await outcomeOf(elsewhere.account.changeEmail({ email, code }))).toBe("NO_CHALLENGE");
    const stranger = await env.addUser();
    expect(await outcomeOf(stranger.account.changeEmail({ email, code }))).toBe("NO_CHALLENGE");
    expect(await outcomeOf(user.account.changeEmail({ email, code }))).toBe("done");
  });

  test("works only for that email, and only to change it", async () => {
    const user = await env.addUser();
    const email = randomEmail();
    await user.account.requestEmailChange({ email });
    const code = await env.codeFor(email);
    expect(await outcomeOf(user.account.changeEmail({ email: randomEmail(), code }))).toBe("NO_CHALLENGE");
    expect(await outcomeOf(user.account.deleteAccount({ code }))).toBe("NO_CHALLENGE");
    expect(await outcomeOf(user.account.verifyEmail({ code }))).toBe("NO_CHALLENGE");
  });

  test("works once among 50 concurrent attempts", async () => {
    const user = await env.addUser();
    const email = randomEmail();
    await user.account.requestEmailChange({ email });
    const code = await env.codeFor(email);
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, () => outcomeOf(user.account.changeEmail({ email, code }))),
    );
    expect(outcomes.filter((outcome) => outcome === "done")).toHaveLength(1);
    expect(await env.mailsTo(user.caller.user.email)).toHaveLength(1);
  });

  test("is compared within the limit among 200 concurrent attempts over all operations", async () => {
    const user = await env.addUser();
    const { email } = user.caller.user;
    await user.account.requestVerification();
    const verification = await env.codeFor(email);
    await env.passTime(60);
    await user.account.requestDeletion();
    const deletion = await env.codeFor(email);
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, (_, by) =>
        outcomeOf(
          by % 2
            ? user.account.verifyEmail({ code: wrongCode(verification, by + 1) })
            : user.account.deleteAccount({ code: wrongCode(deletion, by + 1) }),
        ),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === "INVALID_OTP").length).toBeLessThanOrEqual(8);
    expect(outcomes).not.toContain("done");
    const { rows } = await env.database.pool.query<{ attempts: number }>(
      "select attempts from sign_in_code where email = $1",
      [email],
    );
    expect(rows.reduce((sum, { attempts }) => sum + attempts, 0)).toBeLessThanOrEqual(10);
    // Most of the attempts may have been for the other code.
    for (let by = 1; by <= 5; by++)
      await outcomeOf(user.account.deleteAccount({ code: wrongCode(deletion, by) }));
    expect(await outcomeOf(user.account.deleteAccount({ code: deletion }))).not.toBe("done");
  });

  test("can't be read from the database, and is deleted with the session", async () => {
    const user = await env.addUser();
    const email = randomEmail();
    await user.account.requestEmailChange({ email });
    const code = await env.codeFor(email);
    const rows = async () =>
      (await env.database.pool.query("select * from sign_in_code where email = $1", [email])).rows;
    expect(await rows()).toHaveLength(1);
    expect(JSON.stringify(await rows())).not.toContain(`"${code}"`);
    const other = await env.onAnotherDevice(user);
    await other.account.revokeSession({ id: user.caller.sessionId });
    expect(await rows()).toEqual([]);
  });
});

describe("a user verifies their email", () => {
  test("with a code that is sent to it", async () => {
    const user = await env.addUser();
    const { email } = user.caller.user;
    await env.database.pool.query(`update "user" set email_verified = false where email = $1`, [email]);
    expect(await user.account.requestVerification()).toEqual({ email });
    const code = await env.codeFor(email);
    expect(await outcomeOf(user.account.verifyEmail({ code: wrongCode(code) }))).toBe("INVALID_OTP");
    expect(await env.storedUser(user)).toMatchObject({ emailVerified: false });
    expect(await user.account.verifyEmail({ code })).toEqual({ email });
    expect(await env.storedUser(user)).toMatchObject({ emailVerified: true });
  });

  /** Adds all kinds of access, which an earlier owner of the account left. */
  async function leaveAccess(user: TestUser) {
    await env.onAnotherDevice(user);
    // optional: passkeys
    await env.database.pool.query(
      `insert into passkey (user_id, name, credential_id, public_key, counter, transports, is_synced)
       values ($1, 'Phone', gen_random_uuid()::text, 'x', 0, '{}', false)`,
      [user.caller.user.id],
    );
    // end: passkeys
    // optional: social
    await env.database.pool.query(
      `insert into account (user_id, provider_id, account_id) values ($1, 'github', gen_random_uuid()::text)`,
      [user.caller.user.id],
    );
    // end: social
  }

  const setVerified = ({ caller }: TestUser, isVerified: boolean) =>
    env.database.pool.query(`update "user" set email_verified = $2 where id = $1`, [
      caller.user.id,
      isVerified,
    ]);

  /** How much of it there is, and whether the user is still signed in. */
  async function accessOf(user: TestUser) {
    const count = async (table: string) =>
      (await env.database.pool.query(`select from ${table} where user_id = $1`, [user.caller.user.id]))
        .rowCount;
    return {
      passkeys: await count("passkey"), // optional: passkeys
      accounts: await count("account"), // optional: social
      sessions: await count("session"),
      isSignedIn: (await sessionsOf(user)).includes(user.caller.sessionId),
    };
  }

  const everything = {
    passkeys: 1, // optional: passkeys
    accounts: 1, // optional: social
    sessions: 2,
    isSignedIn: true,
  };
  const onlyTheirSession = {
    passkeys: 0, // optional: passkeys
    accounts: 0, // optional: social
    sessions: 1,
    isSignedIn: true,
  };

  test("which ends all access that an earlier owner left", async () => {
    const user = await env.addUser();
    await leaveAccess(user);
    await setVerified(user, false);
    await user.account.requestVerification();
    await user.account.verifyEmail({ code: await env.codeFor(user.caller.user.email) });
    expect(await accessOf(user)).toEqual(onlyTheirSession);
  });

  test("or changes it, which ends the same", async () => {
    const user = await env.addUser();
    await leaveAccess(user);
    await setVerified(user, false);
    const email = randomEmail();
    await user.account.requestEmailChange({ email });
    await user.account.changeEmail({ email, code: await env.codeFor(email) });
    expect(await accessOf(user)).toEqual(onlyTheirSession);
  });

  test("once more, which ends nothing", async () => {
    const user = await env.addUser();
    await leaveAccess(user);
    await user.account.requestVerification();
    await user.account.verifyEmail({ code: await env.codeFor(user.caller.user.email) });
    expect(await accessOf(user)).toEqual(everything);
  });

  test("even if strangers have reached the email's limits", async () => {
    const user = await env.addUser();
    const { email } = user.caller.user;
    await (await env.addUser()).account.requestEmailChange({ email });
    expect(await outcomeOf(user.account.requestVerification())).toBe("done");
    expect(await outcomeOf(user.account.requestVerification())).toBe("TOO_MANY_REQUESTS");
  });
});

/** The statements that transactions send from now on. */
function recordStatements(statements: string[]): () => void {
  const { pool } = env.database;
  const undo: (() => void)[] = [];
  const acquired = (client: { query: unknown }) => {
    const query = client.query as (...parameters: unknown[]) => unknown;
    client.query = (...parameters: unknown[]) => {
      const [first] = parameters;
      statements.push(typeof first === "string" ? first : (first as { text: string }).text);
      return query.apply(client, parameters);
    };
    undo.push(() => void (client.query = query));
  };
  const released = () => undo.splice(0).forEach((restore) => restore());
  pool.on("acquire", acquired);
  pool.on("release", released);
  return () => {
    pool.off("acquire", acquired);
    pool.off("release", released);
  };
}
