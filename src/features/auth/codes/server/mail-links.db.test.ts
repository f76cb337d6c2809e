import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { user } from "#features/users/table.ts";
import { connect } from "#server/database/connect.ts";
import { rateLimits } from "#server/limits/table.ts";
import {
  anotherInstance,
  codeFor,
  cookieNames,
  createBrowser,
  passTime as letTimePass,
  randomAddress,
  randomEmail,
  signIn,
  testAuth,
  wrongCode,
} from "../../testing.ts";
import { mailboxOf } from "./rate-limits.ts";
import type { MailLinkPurpose } from "./mail-links.ts";

const env = testAuth();
beforeEach(async () => {
  await env.database.sql.delete(rateLimits);
});

const passTime = (seconds: number) => letTimePass(env.database, seconds);
const mailsTo = (email: string) => env.mails.filter((mail) => mailboxOf(mail.email) === email);
const limited = { status: 429, body: { code: "TOO_MANY_REQUESTS" } };
const linkExpired = { status: 400, body: { code: "LINK_EXPIRED" } };

/** The token of a link in the last mail to an email. */
const tokenFor = (email: string, purpose: MailLinkPurpose) =>
  env.mails.findLast((mail) => mail.email === email)?.linkTokens[purpose] ?? "";

/** Requests codes until strangers get none, and enters wrong codes until none is compared. */
async function lockOut(email: string, clients: string[]) {
  for (const clientAddress of clients) {
    const stranger = createBrowser(env.auth, clientAddress);
    if ((await stranger.requestCode(email)).status !== 200) continue;
    const code = codeFor(env.mails, email);
    for (let by = 1; by <= 5; by++) await stranger.verifyCode(email, wrongCode(code, by));
  }
}

describe("a stranger who asks at each minute's boundary for an hour", () => {
  test("from one client gets 6 mails sent; the owner's new browser gets a code and signs in at any time", async () => {
    const { email } = await signIn(env);
    const before = mailsTo(email).length;
    const attacker = randomAddress();
    let ownersMails = 0;
    for (let elapsedMinutes = 0; elapsedMinutes < 60; elapsedMinutes++) {
      await lockOut(email, [attacker]);
      if (elapsedMinutes % 10 === 9) {
        const minutes = await minutesUntilSignedIn(email, [attacker]);
        expect(minutes).toBeLessThanOrEqual(1);
        ownersMails += 2;
      }
      await passTime(60);
    }
    expect(mailsTo(email).length - before).toBeLessThanOrEqual(6 + ownersMails);
  });

  test("from a hundred clients gets 20 mails sent, and the owner signs in by the link in one", async () => {
    const email = randomEmail();
    const attackers = Array.from({ length: 100 }, randomAddress);
    for (let elapsedMinutes = 0; elapsedMinutes < 60; elapsedMinutes++) {
      await lockOut(email, attackers.slice(elapsedMinutes, elapsedMinutes + 10));
      await passTime(60);
    }
    expect(mailsTo(email)).toHaveLength(20);
    await lockOut(email, attackers);
    expect(await createBrowser(env.auth).requestCode(email)).toMatchObject(limited);
    expect(await minutesUntilSignedIn(email, attackers)).toBeLessThanOrEqual(1);
  });

  test("and tries 20 tags of the address gets no more mails sent", async () => {
    const email = randomEmail();
    const attacker = randomAddress();
    for (let elapsedMinutes = 0; elapsedMinutes < 60; elapsedMinutes++) {
      await Promise.all(
        Array.from({ length: 20 }, (_, tag) =>
          createBrowser(env.auth, attacker).requestCode(email.replace("@", `+${tag}@`)),
        ),
      );
      if (elapsedMinutes === 0) expect(mailsTo(email)).toHaveLength(1);
      await passTime(60);
    }
    expect(mailsTo(email)).toHaveLength(6);
  });

  /** The minutes until an owner with a new browser and the mailbox is signed in, while the attack goes on. */
  async function minutesUntilSignedIn(email: string, attackers: string[]): Promise<number> {
    const browser = createBrowser(env.auth);
    for (let minutes = 0; minutes < 60; minutes++) {
      const requested = await browser.requestCode(email);
      if (requested.status === 200) {
        const { status } = await browser.verifyCode(email, codeFor(env.mails, email));
        if (status === 200) return minutes;
      }
      const token = tokenFor(email, "unlock");
      if (token && (await browser.pressLinkButton("unlock", token)).status === 200) {
        const { status } = await browser.verifyCode(email, codeFor(env.mails, email));
        if (status === 200) return minutes;
      }
      await passTime(60);
      await lockOut(email, attackers);
    }
    return Infinity;
  }
});

describe("the link to get a new code", () => {
  test("sends one to the browser that opens it, whatever the limits, and signs no one in", async () => {
    const email = randomEmail();
    await lockOut(email, Array.from({ length: 20 }, randomAddress));
    const token = tokenFor(email, "unlock");
    const browser = createBrowser(env.auth);
    expect(await browser.pressLinkButton("unlock", token)).toMatchObject({ status: 200, body: { email } });
    expect([...browser.jar.keys()].toSorted()).toEqual([cookieNames.browser, cookieNames.challenge]);
    expect((await browser.get("/get-session")).body).toBeNull();
    const code = codeFor(env.mails, email);
    // The browser has limits of its own for wrong codes and for new codes too.
    expect((await browser.verifyCode(email, wrongCode(code))).body).toMatchObject({ code: "INVALID_OTP" });
    expect((await browser.requestCode(email)).status).toBe(200);
    expect((await browser.verifyCode(email, codeFor(env.mails, email))).status).toBe(200);
  });

  test("works once among 50 concurrent uses on two instances", async () => {
    const email = randomEmail();
    await createBrowser(env.auth).requestCode(email);
    const token = tokenFor(email, "unlock");
    const pool = connect(env.database.connection, { max: 10 });
    const instances = [env.auth, anotherInstance({ database: pool, mails: env.mails })];
    const results = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        createBrowser(instances[i % 2] ?? env.auth).pressLinkButton("unlock", token),
      ),
    );
    await pool.close();
    expect(results.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(results.find(({ status }) => status !== 200)).toMatchObject(linkExpired);
    expect(mailsTo(email)).toHaveLength(2);
  });

  test("works for an hour, and not to stop emails", async () => {
    const email = randomEmail();
    await createBrowser(env.auth).requestCode(email);
    const token = tokenFor(email, "unlock");
    const browser = createBrowser(env.auth);
    expect(await browser.pressLinkButton("stop", token)).toMatchObject(linkExpired);
    await passTime(3_590);
    const other = tokenFor(email, "stop");
    await passTime(10);
    expect(await browser.pressLinkButton("unlock", token)).toMatchObject(linkExpired);
    expect(await browser.pressLinkButton("stop", other)).toMatchObject(linkExpired);
    for (const forged of ["", "x", token.slice(1), `${token}=`]) {
      expect(await browser.pressLinkButton("unlock", forged)).toMatchObject(linkExpired);
    }
    expect(browser.jar.size).toBe(0);
  });

  test("sends at most 20 codes an hour to an email, however long its reader follows the links", async () => {
    const email = randomEmail();
    await createBrowser(env.auth).requestCode(email);
    let result;
    do result = await createBrowser(env.auth).pressLinkButton("unlock", tokenFor(email, "unlock"));
    while (result.status === 200);
    expect(result).toMatchObject(limited);
    expect(mailsTo(email)).toHaveLength(21);
  });

  test("can't be read from the database", async () => {
    const email = randomEmail();
    await createBrowser(env.auth).requestCode(email);
    const { rows } = await env.database.sql.execute(sql`select * from mail_link where email = ${email}`);
    expect(rows).toHaveLength(2);
    for (const purpose of ["unlock", "stop"] as const) {
      expect(JSON.stringify(rows)).not.toContain(tokenFor(email, purpose));
    }
  });

  test("is rejected from another site's page", async () => {
    const email = randomEmail();
    await createBrowser(env.auth).requestCode(email);
    const form = { purpose: "unlock", token: tokenFor(email, "unlock") };
    const origin = "https://evil.example";
    const result = await createBrowser(env.auth).post("/email-otp/use-link", form, { origin });
    expect(result).toMatchObject({ status: 403, body: { code: "INVALID_ORIGIN" } });
    expect(mailsTo(email)).toHaveLength(1);
  });
});

describe("the link to stop emails", () => {
  test("stops, for a day, those that unknown browsers request, for all tags of the address", async () => {
    const { browser: known, email } = await signIn(env);
    await createBrowser(env.auth).requestCode(email);
    const reader = createBrowser(env.auth);
    expect(await reader.pressLinkButton("stop", tokenFor(email, "stop"))).toMatchObject({ status: 200 });
    expect((await reader.get("/get-session")).body).toBeNull();
    const before = mailsTo(email).length;
    for (const address of [email, email.replace("@", "+1@")]) {
      expect(await createBrowser(env.auth).requestCode(address)).toMatchObject(limited);
    }
    expect(mailsTo(email)).toHaveLength(before);
    // Those that are known still get codes, and their mails let other browsers in.
    expect((await known.requestCode(email)).status).toBe(200);
    expect((await reader.requestCode(email)).status).toBe(200);
    const other = createBrowser(env.auth);
    expect(await other.pressLinkButton("unlock", tokenFor(email, "unlock"))).toMatchObject({ status: 200 });
    expect((await other.verifyCode(email, codeFor(env.mails, email))).status).toBe(200);
    await passTime(86_390);
    expect(await createBrowser(env.auth).requestCode(email)).toMatchObject(limited);
    await passTime(10);
    expect((await createBrowser(env.auth).requestCode(email)).status).toBe(200);
  });

  test("works once, and affects no other address", async () => {
    const email = randomEmail();
    await createBrowser(env.auth).requestCode(email);
    const reader = createBrowser(env.auth);
    const token = tokenFor(email, "stop");
    expect((await reader.pressLinkButton("stop", token)).status).toBe(200);
    expect(await reader.pressLinkButton("stop", token)).toMatchObject(linkExpired);
    expect((await createBrowser(env.auth).requestCode(randomEmail())).status).toBe(200);
  });

  test("looks the same to strangers for a known, an unknown and a banned email", async () => {
    const { email: known } = await signIn(env);
    const { email: banned } = await signIn(env);
    await env.database.sql.update(user).set({ banned: true }).where(eq(user.email, banned));
    await env.database.sql.delete(rateLimits);
    const seen = [];
    for (const email of [known, randomEmail(), banned]) {
      await createBrowser(env.auth).requestCode(email);
      const reader = createBrowser(env.auth);
      const unlocked = await reader.pressLinkButton("unlock", tokenFor(email, "unlock"));
      const stopped = await reader.pressLinkButton("stop", tokenFor(email, "stop"));
      const { status, body } = await createBrowser(env.auth).requestCode(email);
      seen.push({ unlocked: unlocked.status, stopped: stopped.status, status, body });
    }
    expect(seen[0]).toMatchObject({ unlocked: 200, stopped: 200, status: 429 });
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[2]).toEqual(seen[0]);
  });
});
