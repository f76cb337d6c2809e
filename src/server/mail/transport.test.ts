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
const via = (
  smtpUrl: string | undefined,
  mailFrom = "Flyleaf <books@example.org>",
  print?: (line: string) => void,
) => createTransport({ smtpUrl, mailFrom, dataDir }, log, print);

describe("by a mail server", () => {
  test("a mail arrives whole, in every script, and never shows its code outside its body", async () => {
    await via(smtp.url).send(mail, notAborted());
    const received = await smtp.waitForMail(mail.to);
    expect(received).toMatchObject({
      subject: mail.subject,
      recipients: [mail.to],
      from: { name: "Flyleaf", address: "books@example.org" },
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

  test("credentials do not cross a network in the clear, unless SMTP_URL says so", async () => {
    // 0.0.0.0 leads to this machine, but is not known to be it.
    const url = smtp.url.replace("smtp://127.0.0.1", "smtp://user:secret@0.0.0.0");
    await expect(via(url).send(mail, notAborted())).rejects.toMatchObject({ code: "ETLS" });
    expect(smtp.messages).toEqual([]);
    await via(`${url}?requireTLS=false`).send(mail, notAborted());
    expect(smtp.messages).toHaveLength(1);
  });

  test("what could be read as several addresses stays one", async () => {
    const sent = via(smtp.url).send({ ...mail, to: "a@example.com, b@example.com" }, notAborted());
    await sent.catch(() => undefined);
    expect(smtp.messages.flatMap(({ recipients }) => recipients)).not.toContain("b@example.com");
  });

  test("an attempt ends the moment it is given up", async () => {
    smtp.setMode("hang");
    const { signal, abort } = abortable();
    const sent = via(smtp.url).send(mail, signal);
    abort();
    await expect(sent).rejects.toMatchObject({ code: "EABORT" });
  });

  test.each<[SmtpMode, boolean, string]>([
    ["450", false, "the mail server answered 450 to RCPT TO"],
    ["550", true, "the mail server answered 550 to RCPT TO"],
    ["drop", false, "no connection to the mail server (ECONNECTION)"],
  ])("'%s' is explained without address and code", async (mode, permanent, reason) => {
    smtp.setMode(mode);
    const failure = await via(smtp.url).send(mail, notAborted()).catch(deliveryErrorFrom);
    expect(failure).toMatchObject({ permanent, reason });
    expect(JSON.stringify(failure)).not.toMatch(/nadia|482913/);
  });

  test("refused credentials are for an operator to mend: the mail waits", () => {
    const error = {
      code: "EAUTH",
      responseCode: 535,
      permanent: true,
      command: "AUTH PLAIN",
      response: "535 no",
    };
    expect(deliveryErrorFrom(error)).toMatchObject({
      permanent: false,
      reason: "the mail server refused the credentials (535)",
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

  test.each(["", "Flyleaf", "@", "Flyleaf <>"])(
    "MAIL_FROM '%s' is refused at the start, in a sentence",
    (mailFrom) => {
      expect(() => via(smtp.url, mailFrom)).toThrow(/^MAIL_FROM must hold one e-mail address, such as/);
    },
  );
});

describe("into the embedded mailbox", () => {
  test("a mail is kept, and its code printed", async () => {
    const printed: string[] = [];
    await via(undefined, undefined, (line) => printed.push(line)).send(mail, notAborted());
    expect(printed).toEqual(["Code for nadia@example.com: 482913"]);
    const { id: _, ...kept } = mail;
    expect(await createMailbox(mailboxFolder(dataDir)).list()).toMatchObject([kept]);
    expect(smtp.messages).toEqual([]);
  });

  test("the log is the terminal where nothing else is", async () => {
    await via(undefined).send(mail, notAborted());
    expect(log.lines.join()).toContain("Code for nadia@example.com: 482913");
  });

  test("a mail without a code prints nothing", async () => {
    await via(undefined).send({ ...mail, code: undefined }, notAborted());
    expect(log.lines).toEqual([]);
  });
});

function abortable() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}
