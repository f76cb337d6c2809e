import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createMailbox, type Mailbox, mailboxFolder } from "./mailbox.ts";
import type { DevVisitor } from "#server/dev-visitor.ts";
import { handleMailbox, handleNewestCode } from "./viewer.ts";

let dataDir: string;
let mailbox: Mailbox;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "viewer-"));
  mailbox = createMailbox(mailboxFolder(dataDir));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const visitor: DevVisitor = { isFromThisMachine: true };
const baseUrl = new URL("http://localhost:3000");

const defaults = () => ({ smtpUrl: undefined, dataDir, hosts: [baseUrl], host: "127.0.0.1" });

/** As `open`, for the newest code of an email. */
function readCode(email: string, { by = visitor, config = {} } = {}) {
  const request = new Request(new URL(`/dev/mailbox/code?${new URLSearchParams({ email })}`, baseUrl));
  return handleNewestCode(request, by, { ...defaults(), ...config });
}

function open(
  path = "/dev/mailbox",
  { by = visitor, config = {} as Partial<Parameters<typeof handleMailbox>[2]> } = {},
) {
  return handleMailbox(new Request(new URL(path, baseUrl)), by, { ...defaults(), ...config });
}

const english = {
  to: "nadia@example.com",
  subject: "Your verification code",
  html: '<html lang="en" dir="ltr"><body><p style="color:red">482913</p></body></html>',
  text: "Enter 482913",
  code: "482913",
};
const arabic = {
  ...english,
  to: "samir@example.com",
  subject: "رمز التحقق الخاص بك",
  html: '<!DOCTYPE html><html dir="rtl" lang="ar"><body>771204</body></html>',
  code: "771204",
};

describe("access", () => {
  beforeEach(() => mailbox.add(english));

  test("is allowed from this machine", async () => {
    const response = await open();
    expect(response.status).toBe(200);
    expect(await response.text()).toContain("482913");
  });

  test("is denied from elsewhere", async () => {
    const [newest] = await mailbox.list();
    for (const path of ["/dev/mailbox", `/dev/mailbox/${newest?.id}`]) {
      const response = await open(path, { by: { isFromThisMachine: false } });
      expect(response.status).toBe(404);
      expect(await response.text()).not.toContain("482913");
    }
    const code = await readCode(english.to, { by: { isFromThisMachine: false } });
    expect([code.status, await code.text()]).toEqual([404, "Not found\n"]);
  });

  test.each([
    ["with a mail server", { smtpUrl: "smtp://mail.example.org" }],
    ["if BASE_URL is not this machine", { hosts: [new URL("https://books.example.org")] }],
    ["if a further host is not this machine", { hosts: [baseUrl, new URL("http://books.example.org")] }],
    ["if HOST is not this machine", { host: "0.0.0.0" }],
  ])("is denied for everyone %s", async (_condition, config) => {
    expect((await open("/dev/mailbox", { config })).status).toBe(404);
    const code = await readCode(english.to, { config });
    expect([code.status, await code.text()]).toEqual([404, "Not found\n"]);
  });
});

test("the newest code of an email is read, and 404 without one, also if a newer mail has none", async () => {
  await mailbox.add({ ...english, code: "111111" });
  await mailbox.add(english);
  await mailbox.add({ ...english, code: undefined });
  await mailbox.add(arabic);
  const found = await readCode(english.to);
  expect([found.status, await found.json()]).toEqual([200, { code: "482913" }]);
  expect(found.headers.get("cache-control")).toBe("no-store");
  for (const email of ["", "else@example.com", "%"]) expect((await readCode(email)).status).toBe(404);
});

describe("the page", () => {
  test("shows that the mailbox is empty", async () => {
    const response = await open();
    expect(response.status).toBe(200);
    expect(await response.text()).toContain("No messages yet");
  });

  test("shows the newest message with its code, HTML and text, and links to the others", async () => {
    await mailbox.add(english);
    await mailbox.add(arabic);
    const page = await (await open()).text();
    expect(page).toContain("<strong>771204</strong>");
    expect(page).toContain(
      arabic.html.replaceAll("<", "&#60;").replaceAll(">", "&#62;").replaceAll('"', "&#34;"),
    );
    expect(page).toMatch(/<pre[^>]*>Enter 482913<\/pre>/);
    expect(page).toContain("nadia@example.com");
    expect(page.match(/aria-current="page"/g)).toHaveLength(1);
  });

  test("shows the requested message in its direction", async () => {
    const id = await mailbox.add(arabic);
    await mailbox.add(english);
    const page = await (await open(`/dev/mailbox/${id}`)).text();
    expect(page).toContain(`<h2 dir="auto">${arabic.subject}</h2>`);
  });

  test("responds with 404 for a missing message", async () => {
    await mailbox.add(english);
    const response = await open("/dev/mailbox/1700000000000-0123456789ab");
    expect(response.status).toBe(404);
    const page = await response.text();
    expect(page).toContain("Message not found");
    expect(page).toContain("nadia@example.com");
  });

  test("escapes everything in a message", async () => {
    const attack = `</title></pre></textarea><script>alert(1)</script>"'><img src=x onerror=alert(1)>&amp;`;
    const id = await mailbox.add({
      to: attack,
      subject: attack,
      html: `<html lang="${attack}">`,
      text: attack,
      code: attack,
    });
    for (const path of ["/dev/mailbox", `/dev/mailbox/${id}`]) {
      const page = await (await open(path)).text();
      expect(page).not.toMatch(/<script|<img|onerror=alert\(1\)>/);
      expect(page).toContain("&#38;amp;");
    }
  });
});

test("the page runs no scripts, loads nothing and can't be framed", async () => {
  await mailbox.add({ ...english, html: "<script>alert(1)</script>" });
  const response = await open();
  expect(response.headers.get("content-security-policy")?.split("; ")).toEqual([
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    "img-src data:",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ]);
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(await response.text()).toMatch(/sandbox="allow-popups allow-popups-to-escape-sandbox"/);
});
