import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  createTestAccounts,
  newAddress,
  outcomeOf,
  type Person,
  type TestAccounts,
  wrongCode,
} from "./testing.ts";

let test_: TestAccounts;

beforeAll(async () => {
  test_ = await createTestAccounts();
});
afterAll(() => test_.database.drop());

const sessionsOf = async ({ caller }: Person) =>
  (
    await test_.database.pool.query<{ id: string }>("select id from session where user_id = $1", [
      caller.user.id,
    ])
  ).rows.map(({ id }) => id);

describe("a person changes their address", () => {
  test("with a code to the new one; the old one is told, and other devices are signed out", async () => {
    const person = await test_.addPerson();
    await test_.onAnotherDevice(person);
    const before = person.caller.user.email;
    const email = newAddress();
    expect(await person.account.requestEmailChange({ email: ` ${email.toUpperCase()} ` })).toEqual({ email });
    expect(await test_.mailsTo(before)).toEqual([]);
    const code = await test_.codeFor(email);
    const typed = `${code.slice(0, 3)} - ${code.slice(3)}`;
    expect(await person.account.changeEmail({ email, code: typed })).toEqual({ email });

    expect(await test_.stored(person)).toMatchObject({ email, emailVerified: true });
    expect(await sessionsOf(person)).toEqual([person.caller.sessionId]);
    const [notice, ...others] = await test_.mailsTo(before);
    expect(others).toEqual([]);
    expect(notice?.subject).toBe("Your email was changed");
    expect(notice?.text).toContain(email);
    expect(notice?.code).toBeUndefined();
  });

  test("and is told so in the language that they use", async () => {
    const person = await test_.addPerson();
    const account = test_.callAs(person.caller, { language: "fr" });
    const email = newAddress();
    await account.requestEmailChange({ email });
    await account.changeEmail({ email, code: await test_.codeFor(email) });
    expect((await test_.mailsTo(email))[0]?.subject).toBe("Confirmez votre nouvelle adresse e-mail");
    expect((await test_.mailsTo(person.caller.user.email))[0]?.subject).toBe(
      "Votre adresse e-mail a été modifiée",
    );
  });

  test("to none that they have already", async () => {
    const { account, caller } = await test_.addPerson();
    const { email } = caller.user;
    expect(await outcomeOf(account.requestEmailChange({ email }))).toBe("EMAIL_UNCHANGED");
  });

  test.each(["", "x", "a@b\r\nBcc: c@d.com", '"a"@example.com', "ä@example.com", "a".repeat(10_000)])(
    "to none that mail can't safely be sent to: %j",
    async (email) => {
      const { account } = await test_.addPerson();
      expect(await outcomeOf(account.requestEmailChange({ email }))).toBe("BAD_REQUEST");
    },
  );

  test("not to a domain that mixes scripts", async () => {
    const { account } = await test_.addPerson();
    expect(await outcomeOf(account.requestEmailChange({ email: "a@\u0430pple.com" }))).toBe("INVALID_EMAIL");
  });

  test("not while an administrator acts as them", async () => {
    const person = await test_.addPerson();
    const email = newAddress();
    await person.account.requestEmailChange({ email });
    const impersonatedBy = (await test_.addPerson("admin")).caller.user.id;
    const acted = test_.callAs({ ...person.caller, impersonatedBy });
    expect(await outcomeOf(acted.requestEmailChange({ email: newAddress() }))).toBe("ACTING_AS_SOMEONE_ELSE");
    const code = await test_.codeFor(email);
    expect(await outcomeOf(acted.changeEmail({ email, code }))).toBe("ACTING_AS_SOMEONE_ELSE");
  });
});

describe("an address that somebody has", () => {
  test("gets the same answer and the same work, and no mail", async () => {
    const owner = await test_.addPerson();
    const seen = [];
    for (const email of [owner.caller.user.email, newAddress()]) {
      const person = await test_.addPerson();
      const statements: string[] = [];
      const stop = recordStatements(statements);
      const answer = await person.account.requestEmailChange({ email });
      const wrong = await outcomeOf(person.account.changeEmail({ email, code: "000000" }));
      stop();
      const sameEnd = (text: string) => text.replace(/^(rollback to|release) savepoint/i, "end of savepoint");
      seen.push({ answer: { ...answer, email: "…" }, wrong, statements: statements.map(sameEnd) });
    }
    expect(seen[0]).toEqual(seen[1]);
    expect(seen[0]?.statements.length).toBeGreaterThan(10);
    expect(await test_.mailsTo(owner.caller.user.email)).toEqual([]);
  });

  test("that it got in the meantime stays theirs, and who proved it learns so", async () => {
    const person = await test_.addPerson();
    const email = newAddress();
    await person.account.requestEmailChange({ email });
    await test_.database.pool.query(`insert into "user" (email) values ($1)`, [email]);
    const code = await test_.codeFor(email);
    expect(await outcomeOf(person.account.changeEmail({ email, code }))).toBe("EMAIL_TAKEN");
    expect(await test_.stored(person)).toMatchObject({ email: person.caller.user.email });
  });

  test("of two who want it in the same instant, one gets it", async () => {
    const email = newAddress();
    const people = [await test_.addPerson(), await test_.addPerson()];
    const codes: string[] = [];
    for (const { account } of people) {
      await account.requestEmailChange({ email });
      codes.push(await test_.codeFor(email));
      await test_.pass(60);
    }
    const outcomes = await Promise.all(
      people.map(({ account }, i) => outcomeOf(account.changeEmail({ email, code: codes[i] ?? "" }))),
    );
    expect(outcomes.toSorted()).toEqual(["EMAIL_TAKEN", "done"]);
  });
});

describe("a code to a new address", () => {
  test("works in the session that asked for it, and nowhere else", async () => {
    const person = await test_.addPerson();
    const email = newAddress();
    await person.account.requestEmailChange({ email });
    const code = await test_.codeFor(email);
    const elsewhere = await test_.onAnotherDevice(person);
    expect(await outcomeOf(elsewhere.account.changeEmail({ email, code }))).toBe("NO_CHALLENGE");
    const stranger = await test_.addPerson();
    expect(await outcomeOf(stranger.account.changeEmail({ email, code }))).toBe("NO_CHALLENGE");
    expect(await outcomeOf(person.account.changeEmail({ email, code }))).toBe("done");
  });

  test("is for that address, and for nothing but changing it", async () => {
    const person = await test_.addPerson();
    const email = newAddress();
    await person.account.requestEmailChange({ email });
    const code = await test_.codeFor(email);
    expect(await outcomeOf(person.account.changeEmail({ email: newAddress(), code }))).toBe("NO_CHALLENGE");
    expect(await outcomeOf(person.account.deleteAccount({ code }))).toBe("NO_CHALLENGE");
    expect(await outcomeOf(person.account.verifyEmail({ code }))).toBe("NO_CHALLENGE");
  });

  test("works once, of 50 answers at once", async () => {
    const person = await test_.addPerson();
    const email = newAddress();
    await person.account.requestEmailChange({ email });
    const code = await test_.codeFor(email);
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, () => outcomeOf(person.account.changeEmail({ email, code }))),
    );
    expect(outcomes.filter((outcome) => outcome === "done")).toHaveLength(1);
    expect(await test_.mailsTo(person.caller.user.email)).toHaveLength(1);
  });

  test("ends after 5 wrong answers, however many come at once; the budget outlives a new code", async () => {
    const person = await test_.addPerson();
    const email = newAddress();
    let wrong = 0;
    for (let i = 0; i < 5; i++) {
      await person.account.requestEmailChange({ email });
      const code = await test_.codeFor(email);
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, by) =>
          outcomeOf(person.account.changeEmail({ email, code: wrongCode(code, by + 1) })),
        ),
      );
      wrong += answers.filter((answer) => answer === "INVALID_OTP").length;
      expect(await outcomeOf(person.account.changeEmail({ email, code }))).not.toBe("done");
      await test_.pass(60);
    }
    expect(wrong).toBeLessThanOrEqual(20);
    expect(await test_.stored(person)).toMatchObject({ email: person.caller.user.email });
  });

  test("ends of 200 wrong answers at once, over every operation that compares codes, within the budget", async () => {
    const person = await test_.addPerson();
    const { email } = person.caller.user;
    await person.account.requestVerification();
    const verification = await test_.codeFor(email);
    await test_.pass(60);
    await person.account.requestDeletion();
    const deletion = await test_.codeFor(email);
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, (_, by) =>
        outcomeOf(
          by % 2
            ? person.account.verifyEmail({ code: wrongCode(verification, by + 1) })
            : person.account.deleteAccount({ code: wrongCode(deletion, by + 1) }),
        ),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === "INVALID_OTP").length).toBeLessThanOrEqual(8);
    expect(outcomes).not.toContain("done");
    const { rows } = await test_.database.pool.query<{ attempts: number }>(
      "select attempts from sign_in_code where email = $1",
      [email],
    );
    expect(rows.reduce((sum, { attempts }) => sum + attempts, 0)).toBeLessThanOrEqual(10);
    expect(await outcomeOf(person.account.deleteAccount({ code: deletion }))).not.toBe("done");
  });

  test("is sent once a minute and six times an hour to an address, whoever asks", async () => {
    const email = newAddress();
    const ask = async () => outcomeOf((await test_.addPerson()).account.requestEmailChange({ email }));
    expect(await ask()).toBe("done");
    expect(await ask()).toBe("TOO_MANY_REQUESTS");
    for (let i = 0; i < 5; i++) {
      await test_.pass(60);
      expect(await ask()).toBe("done");
    }
    await test_.pass(60);
    expect(await ask()).toBe("TOO_MANY_REQUESTS");
  });

  test("can't be read from the database, where nobody finds it after the session has ended", async () => {
    const person = await test_.addPerson();
    const email = newAddress();
    await person.account.requestEmailChange({ email });
    const code = await test_.codeFor(email);
    const rows = async () =>
      (await test_.database.pool.query("select * from sign_in_code where email = $1", [email])).rows;
    expect(await rows()).toHaveLength(1);
    expect(JSON.stringify(await rows())).not.toContain(`"${code}"`);
    const other = await test_.onAnotherDevice(person);
    await other.account.revokeSession({ id: person.caller.sessionId });
    expect(await rows()).toEqual([]);
  });
});

describe("a person verifies the address that they have", () => {
  test("with a code that is sent to it", async () => {
    const person = await test_.addPerson();
    const { email } = person.caller.user;
    await test_.database.pool.query(`update "user" set email_verified = false where email = $1`, [email]);
    expect(await person.account.requestVerification()).toEqual({ email });
    const code = await test_.codeFor(email);
    expect(await outcomeOf(person.account.verifyEmail({ code: wrongCode(code) }))).toBe("INVALID_OTP");
    expect(await test_.stored(person)).toMatchObject({ emailVerified: false });
    expect(await person.account.verifyEmail({ code })).toEqual({ email });
    expect(await test_.stored(person)).toMatchObject({ emailVerified: true });
  });

  test("whatever strangers do to the address's budgets", async () => {
    const person = await test_.addPerson();
    const { email } = person.caller.user;
    await (await test_.addPerson()).account.requestEmailChange({ email });
    expect(await outcomeOf(person.account.requestVerification())).toBe("done");
    expect(await outcomeOf(person.account.requestVerification())).toBe("TOO_MANY_REQUESTS");
  });
});

/** The statements that transactions send from now on. */
function recordStatements(statements: string[]): () => void {
  const { pool } = test_.database;
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
