import { describe, expect, test } from "vitest";
import { createSecrets } from "#server/secret.ts";
import { queueMail } from "./queue.ts";
import { lateSeconds } from "./queue-state.ts";
import { testMail, setUpMail, pollOptions } from "./testing.ts";

const mail = setUpMail();

const lastError = async () => (await mail.rows())[0]?.lastError;

describe("every process knows from the queue", () => {
  /** Of a process that has never sent a mail. */
  const idle = () => mail.start({ transport: { send: () => Promise.reject(new Error("Not used")) } });

  test("that mails are late, why, and when they no longer are", async () => {
    mail.smtp.setMode("450");
    const sender = mail.start();
    await mail.queue("nadia@example.com");
    await expect.poll(lastError, pollOptions).toBe("the mail server responded with 450 to RCPT TO");
    await sender.stop();
    await mail.database.pool.query("UPDATE mail_queue SET next_attempt_at = now() + interval '1 hour'");
    const other = idle();
    await expect.poll(() => other.state()?.length, pollOptions).toBe(1);
    expect([other.health(), other.isLate()]).toEqual(["ok", false]);
    await mail.age(lateSeconds + 60);
    await expect
      .poll(other.health, pollOptions)
      .toMatch(/^failing: a mail has waited for 9\d s, the mail server responded with 450 to RCPT TO$/);
    expect(other.isLate()).toBe(true);
    expect(other.state()?.seconds).toBeGreaterThan(lateSeconds + 60);

    await mail.database.pool.query("UPDATE mail_queue SET next_attempt_at = now()");
    mail.smtp.setMode("ok");
    await other.stop();
    const last = mail.start();
    await mail.smtp.waitForMail("nadia@example.com");
    await expect.poll(last.health, pollOptions).toBe("ok");
    expect(last.isLate()).toBe(false);
  });

  test("how long a mail waits that no one waits for, without a word to people", async () => {
    await mail.queue("nadia@example.com", { isAwaited: false });
    await mail.database.pool.query("UPDATE mail_queue SET next_attempt_at = now() + interval '1 hour'");
    await mail.age(lateSeconds + 60);
    const worker = idle();
    await expect.poll(() => worker.state()?.seconds, pollOptions).toBeGreaterThan(lateSeconds + 60);
    expect([worker.health(), worker.isLate()]).toEqual(["ok", false]);
  });
});

describe("a mail server", () => {
  test("that rejects temporarily gets the mail again until it accepts it", async () => {
    mail.smtp.setMode("450");
    mail.start();
    await mail.queue("nadia@example.com");
    await expect.poll(async () => (await mail.rows())[0]?.attempts, pollOptions).toBeGreaterThan(2);
    expect((await mail.rows())[0]?.lastError).toBe("the mail server responded with 450 to RCPT TO");
    mail.smtp.setMode("ok");
    await mail.smtp.waitForMail("nadia@example.com");
    await expect.poll(mail.rows, pollOptions).toEqual([]);
    expect(mail.smtp.messages).toHaveLength(1);
  });

  test("that rejects a recipient permanently gets no second attempt: the mail is deleted, and the log says why without the address", async () => {
    mail.smtp.setMode("550", "former@example.com");
    mail.start();
    await mail.queue("former@example.com");
    await expect
      .poll(() => mail.log.lines.join(), pollOptions)
      .toMatch(/error: A mail was rejected permanently .*550/);
    await expect.poll(mail.rows, pollOptions).toEqual([]);
    expect(mail.log.lines.join()).not.toMatch(/former|482913/);
  });

  test("that hangs for one mail delays no other mail", async () => {
    mail.smtp.setMode("hang", "slow@example.com");
    mail.start({ stopTimeoutMs: 100 });
    await mail.queue("slow@example.com");
    await expect.poll(async () => (await mail.rows())[0]?.attempts, pollOptions).toBe(1);
    await mail.queue("nadia@example.com");
    await mail.smtp.waitForMail("nadia@example.com");
    await expect.poll(mail.rows, pollOptions).toMatchObject([{ attempts: 1, lastError: null }]);
  });

  test("that hangs is given up after a timeout, and tried again", async () => {
    mail.smtp.setMode("hang");
    const worker = mail.start({ attemptTimeoutMs: 300 });
    await mail.queue("nadia@example.com");
    await expect.poll(lastError, pollOptions).toBe("the mail could not be delivered (EABORT)");
    await worker.stop();
    mail.smtp.setMode("ok");
    mail.start();
    await mail.smtp.waitForMail("nadia@example.com");
  });

  test("that drops the connection gets the mail again", async () => {
    mail.smtp.setMode("drop");
    mail.start();
    await mail.queue("nadia@example.com");
    await expect.poll(lastError, pollOptions).toMatch(/^the mail could not be delivered/);
    mail.smtp.setMode("ok");
    await mail.smtp.waitForMail("nadia@example.com");
    await expect.poll(mail.rows, pollOptions).toEqual([]);
  });

  test("that is unreachable gets the mail later", async () => {
    const { url } = mail.smtp;
    await mail.smtp.close();
    mail.start({ transport: mail.viaSmtp(url) });
    await mail.queue("nadia@example.com");
    await expect.poll(lastError, pollOptions).toBe("the mail could not be delivered (ECONNREFUSED)");
    expect(await mail.rows()).toHaveLength(1);
  });

  test("the delay grows with each failure", async () => {
    mail.smtp.setMode("450");
    mail.start({ firstRetryMs: 100, maxRetryMs: 500 });
    await mail.queue("nadia@example.com");
    await expect.poll(() => mail.log.lines.length, pollOptions).toBeGreaterThan(3);
    const delays = mail.log.lines.map((line) => /"retryMs":(\d+)/.exec(line)?.[1]);
    expect(delays.slice(0, 4)).toEqual(["100", "300", "500", "500"]);
  });
});

describe("deleted without being sent:", () => {
  test("an expired mail, which is counted and in the log", async () => {
    await mail.queue("late@example.com", { lifetimeSeconds: -1 });
    const worker = mail.start();
    await expect.poll(mail.rows, pollOptions).toEqual([]);
    expect(mail.log.lines.join()).toMatch(/error: A mail expired undelivered/);
    expect(worker.expiredCount()).toBe(1);
    await mail.queue("nadia@example.com");
    await mail.smtp.waitForMail("nadia@example.com");
    expect(mail.smtp.messages).toHaveLength(1);
  });

  test("a mail that was queued under another AUTH_SECRET", async () => {
    const other = createSecrets("another secret of more than 32 characters");
    await queueMail(mail.database.sql, other, testMail("nadia@example.com"));
    mail.start();
    await expect.poll(mail.rows, pollOptions).toEqual([]);
    expect(mail.log.lines.join()).toMatch(/rejected permanently .*another AUTH_SECRET/);
  });
});
