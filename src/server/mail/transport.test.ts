import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type SmtpMode, type SmtpTestServer, startSmtpServer } from "../../../testing/smtp.ts";
import { deliveryErrorFrom } from "./delivery-error.ts";
import { createMailbox, mailboxFolder } from "./mailbox.ts";
import { createTestLog } from "./testing.ts";
import { createTransport } from "./transport.ts";

let dataDir: string;
let smtp: SmtpTestServer;
let log: ReturnType<typeof createTestLog>;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "transport-"));
  smtp = await startSmtpServer();
  log = createTestLog();
});
afterEach(async () => {
  await smtp.close();
  rmSync(dataDir, { recursive: true });
});

const mail = {
  id: "0193c7e0-0000-7000-8000-000000000000",
  to: "nadia@example.com",
  subject: "رمز التحقق ✓",
  html: '<p dir="rtl">482913</p>',
  text: "الرمز: 482913",
  code: "482913",
};
const notAborted = () => new AbortController().signal;
const via = (smtpUrl: string | undefined, mailFrom = "Books <books@example.org>") =>
  createTransport({ smtpUrl, mailFrom, dataDir }, log);

describe("by a mail server", () => {
  test("a mail arrives unchanged, in every script, and its headers don't contain its code", async () => {
    await via(smtp.url).send(mail, notAborted());
    const received = await smtp.waitForMail(mail.to);
    expect(received).toMatchObject({
      subject: mail.subject,
      recipients: [mail.to],
      from: { name: "Books", address: "books@example.org" },
      messageId: `<${mail.id}@example.org>`,
    });
    expect(received.text?.trim()).toBe(mail.text);
    expect(received.html?.trim()).toBe(mail.html);
    const headers = received.raw.slice(0, received.raw.indexOf("\r\n\r\n"));
    expect(headers).toMatch(/^Auto-Submitted: auto-generated$/im);
    expect(headers).not.toMatch(/482913|X-Mailer|nodemailer/i);
    expect(log.lines).toEqual([]);
  });

  test("credentials in SMTP_URL are used", async () => {
    await via(smtp.url.replace("smtp://", "smtp://user:p%40ss@")).send(mail, notAborted());
    expect(smtp.messages).toHaveLength(1);
  });

  test("credentials are not sent unencrypted over a network, unless SMTP_URL says so", async () => {
    // 0.0.0.0 reaches this machine, but does not count as loopback.
    const url = smtp.url.replace("smtp://127.0.0.1", "smtp://user:secret@0.0.0.0");
    await expect(via(url).send(mail, notAborted())).rejects.toMatchObject({ code: "ETLS" });
    expect(smtp.messages).toEqual([]);
    await via(`${url}?requireTLS=false`).send(mail, notAborted());
    expect(smtp.messages).toHaveLength(1);
  });

  test("a text that could be parsed as several addresses stays one address", async () => {
    const sent = via(smtp.url).send({ ...mail, to: "a@example.com, b@example.com" }, notAborted());
    await sent.catch(() => undefined);
    expect(smtp.messages.flatMap(({ recipients }) => recipients)).not.toContain("b@example.com");
  });

  test("an attempt ends as soon as it is aborted", async () => {
    smtp.setMode("hang");
    const { signal, abort } = abortable();
    const sent = via(smtp.url).send(mail, signal);
    abort();
    await expect(sent).rejects.toMatchObject({ code: "EABORT" });
  });

  test.each<[SmtpMode, boolean, string]>([
    ["450", false, "the mail server responded with 450 to RCPT TO"],
    ["550", true, "the mail server responded with 550 to RCPT TO"],
    ["drop", false, "the mail could not be delivered (ECONNECTION)"],
  ])("the reason for '%s' contains neither address nor code", async (mode, isPermanent, reason) => {
    smtp.setMode(mode);
    const error = await via(smtp.url).send(mail, notAborted()).catch(deliveryErrorFrom);
    expect(error).toMatchObject({ isPermanent, reason });
    expect(JSON.stringify(error)).not.toMatch(/nadia|482913/);
  });

  test("rejected credentials are not permanent: the mail stays queued until an operator corrects them", () => {
    const error = {
      code: "EAUTH",
      responseCode: 535,
      permanent: true,
      command: "AUTH PLAIN",
      response: "535 no",
    };
    expect(deliveryErrorFrom(error)).toMatchObject({
      isPermanent: false,
      reason: "the mail server rejected the credentials (535)",
    });
    const sender = {
      code: "EENVELOPE",
      responseCode: 553,
      permanent: true,
      command: "MAIL FROM",
      response: "553 no",
    };
    expect(deliveryErrorFrom(sender).isPermanent).toBe(false);
  });

  test.each(["", "Books", "@", "Books <>"])("MAIL_FROM '%s' is rejected at the start", (mailFrom) => {
    expect(() => via(smtp.url, mailFrom)).toThrow(/^MAIL_FROM must be one email address, for example/);
  });
});

describe("into the embedded mailbox", () => {
  test("a mail is stored, and its code logged", async () => {
    await via(undefined).send(mail, notAborted());
    expect(log.lines.join()).toContain("Code for nadia@example.com: 482913");
    const { id: _, ...stored } = mail;
    expect(await createMailbox(mailboxFolder(dataDir)).list()).toMatchObject([stored]);
    expect(smtp.messages).toEqual([]);
  });

  test("a mail without a code logs nothing", async () => {
    await via(undefined).send({ ...mail, code: undefined }, notAborted());
    expect(log.lines).toEqual([]);
  });
});

function abortable() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}
