import { expect, test } from "vitest";
import type { Sql } from "#server/database/connect.ts";
import { recordStatements } from "../../../testing/statements.ts";
import { queueMail } from "./queue.ts";
import { claimDueMails, deleteExpiredMails } from "./store.ts";
import { testMail, setUpMail, pollOptions, testSecrets } from "./testing.ts";

const mail = setUpMail();

test("a mail is sent as soon as its transaction commits, and then deleted", async () => {
  mail.start({ pollMs: 60_000 });
  await mail.database.sql.transaction(async (transaction) => {
    await queueMail(transaction, testSecrets, testMail("nadia@example.com"));
    expect(mail.smtp.messages).toEqual([]);
  });
  const received = await mail.smtp.waitForMail("nadia@example.com");
  expect(received.subject).toBe("Your verification code");
  expect(received.text).toContain("To verify: 482913");
  expect(received.html).toContain("<b>482913</b>");
  expect(received.from).toMatchObject({ name: "Books", address: "books@example.org" });
  await expect.poll(mail.rows, pollOptions).toEqual([]);
});

test("a mail of a rolled back transaction is never sent", async () => {
  mail.start();
  const failing = mail.database.sql.transaction(async (transaction) => {
    await queueMail(transaction, testSecrets, testMail("nadia@example.com"));
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  await mail.queue("after@example.com");
  await mail.smtp.waitForMail("after@example.com");
  expect(mail.smtp.messages).toHaveLength(1);
});

test("the table contains neither the code nor the address nor any other part of a mail in clear text", async () => {
  await mail.queue("nadia@example.com");
  const { rows: dump } = await mail.database.pool.query("SELECT mail_queue::text AS row FROM mail_queue");
  expect(dump).toHaveLength(1);
  for (const secret of [
    "482913",
    "nadia",
    "example.com",
    "verif",
    Buffer.from("482913").toString("base64url"),
  ]) {
    expect(dump[0].row).not.toContain(secret);
  }
});

test("a mail that could reach another recipient is not queued", async () => {
  await expect(mail.queue("a@example.com\r\nBcc: b@example.com")).rejects.toThrow(TypeError);
  expect(await mail.rows()).toEqual([]);
});

test.each([
  ["due mails", "mail_queue_next_attempt", (sql: Sql) => claimDueMails(sql, { limit: 2, leaseMs: 60_000 })],
  ["expired mails", "mail_queue_expiry", deleteExpiredMails],
])("the worker finds %s by an index", async (_name, index, find) => {
  await mail.database.pool.query(`
    INSERT INTO mail_queue (sealed_mail, expires_at, next_attempt_at)
    SELECT 'v1.AAAA', now() + n * interval '1 s', now() + n * interval '1 s' FROM generate_series(-5, 5000) AS n`);
  await mail.database.pool.query("ANALYZE mail_queue");
  const statements = recordStatements(mail.database);
  const [statement] = await statements.during(() => find(mail.database.sql));
  if (!statement) throw new Error("No statement was sent");
  const plan = await statements.plan(statement);
  expect(plan.indexes).toContain(index);
  expect(plan.wholeTables).toEqual([]);
});
