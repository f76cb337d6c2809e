import { randomInt } from "node:crypto";
import { request } from "node:http";
import fc from "fast-check";
import { describe } from "vitest";
import { startSmtpServer } from "../smtp.ts";
import { query } from "./support/people.ts";
import { startServer } from "./support/server.ts";
import { expect, newAddress, test } from "./support/test.ts";

/* Attacks on the running product. docs/security.md lists all attacks, with the tests of each part. */

const sendCode = "/api/auth/email-otp/send-verification-otp";

/** A client with its own network address and no cookies. */
function createClient(url: string) {
  const address = Array.from({ length: 4 }, () => randomInt(1, 255)).join(".");
  return (path: string, { method = "POST", body = "{}", ...headers }: Record<string, string> = {}) =>
    fetch(url + path, {
      method,
      redirect: "manual",
      headers: {
        "x-forwarded-for": address,
        ...(method !== "GET" && { origin: url, "content-type": "application/json" }),
        ...headers,
      },
      ...(method !== "GET" && { body }),
    });
}

const codeRequest = (email: string) => JSON.stringify({ email, type: "sign-in" });
const form = { "content-type": "application/x-www-form-urlencoded" };

describe("other spellings of a path reach nothing", () => {
  // What follows /api/auth is tested with the service (handler.db.test.ts).
  test.for([
    "//api/auth/email-otp/send-verification-otp",
    "/api//auth/email-otp/send-verification-otp",
    "/API/AUTH/email-otp/send-verification-otp",
    "/api%2fauth/email-otp/send-verification-otp",
    "/%61pi/auth/email-otp/send-verification-otp",
    "/api/auth/x/..%2femail-otp/send-verification-otp",
  ])("%s", async (path, { server }) => {
    const client = createClient(server.url);
    const email = newAddress();
    const response = await client(path, { body: codeRequest(email) });
    // A redirect to the right spelling is harmless: browsers follow it with GET.
    expect([301, 302, 307, 308, 404, 405]).toContain(response.status);
    // The email's rate limit is unused, so no mail was sent.
    expect((await client(sendCode, { body: codeRequest(email) })).status).toBe(200);
  });
});

test("a forged X-Forwarded-For does not reset a client's rate limit", async ({ server }) => {
  const url = server.url;
  const own = createClient(url);
  const statuses: number[] = [];
  for (let i = 0; i < 61; i++) {
    // The proxy appends the client's address; the entries before it are the client's claims.
    const forwarded = `203.0.113.${i}, 198.51.100.77`;
    // From one client, a mail domain gets 30.
    const body = codeRequest(newAddress().replace("@", `@${i % 3}.`));
    const response = await own(sendCode, { body, "x-forwarded-for": forwarded });
    statuses.push(response.status);
  }
  expect(statuses).toEqual([...Array<number>(60).fill(200), 429]);
});

describe("only our own pages can change something", () => {
  const paths = [
    "/api/auth/sign-out",
    "/api/auth/email-otp/send-verification-otp",
    "/api/rpc/auth/rename",
    "/api/rest/account/name", // optional: rest
    "/_serverFn/x?createServerFn",
  ];

  test.for(paths)("%s", async (path, { server }) => {
    const client = createClient(server.url);
    for (const type of ["text/plain", "multipart/form-data; boundary=x", form["content-type"]]) {
      expect({ type, status: (await client(path, { "content-type": type })).status }).toEqual({
        type,
        status: 415,
      });
    }
    const forgeries: Record<string, string>[] = [
      { origin: "https://evil.example" },
      { origin: "null" },
      { "sec-fetch-site": "cross-site" },
    ];
    for (const headers of forgeries) {
      expect((await client(path, headers)).status).toBe(403);
    }
    expect([401, 404, 405]).toContain((await client(path, { method: "GET" })).status);
  });

  test.for(["/login", "/login/verify", "/login/link", "/onboarding", "/logout"])(
    "%s takes forms of our own pages only",
    async (path, { server }) => {
      const client = createClient(server.url);
      const forged = { ...form, origin: "https://evil.example", body: "email=a%40example.com" };
      expect((await client(path, forged)).status).toBe(403);
      const multipart = { "content-type": "multipart/form-data; boundary=x", body: "--x--" };
      expect((await client(path, multipart)).status).toBe(415);
    },
  );
});

test("no path, signed out, redirects to another site, whatever it is made of", async ({ server }) => {
  const piece = fc.constantFrom(
    ...[
      "/",
      "\\",
      ".",
      "..",
      "%2e",
      "%2f",
      "%5c",
      "%09",
      "%0d%0a",
      ":",
      "@",
      "?",
      "&",
      "=",
      ";",
      "evil.example",
    ],
    ...[
      "app",
      "manager",
      "users",
      "login",
      "logout",
      "onboarding",
      "dev",
      "files",
      "redirect=",
      "callbackURL=",
    ],
    "api/auth/verify-email?token=x&callbackURL=",
    "api/auth/callback/oidc?state=x&errorCallbackURL=", // optional: social
  );
  const generated = fc.array(piece, { minLength: 1, maxLength: 7 }).map((pieces) => `/${pieces.join("")}`);
  const paths = [
    ...["//evil.example", "//evil.example/", "//evil.example/app/", "///evil.example//", "/\\evil.example/"],
    ...["/.//evil.example/", "/app/..//evil.example/", "/%2e%2e//evil.example/", "/app//evil.example/"],
    ...["/%2F%2Fevil.example/", "/%5Cevil.example/", "/app/%0d%0aLocation:%20//evil.example/"],
    "/api/auth/verify-email?token=x&callbackURL=%2F..%2F%2Fevil.example%2Flogin",
    ...fc.sample(generated, 150),
  ];
  const { hostname, port, origin } = new URL(server.url);
  for (const path of paths) {
    const location = await new Promise<string | undefined>((resolve, reject) => {
      const sent = request({ hostname, port, path, headers: { host: `${hostname}:${port}` } }, (res) => {
        res.resume();
        resolve(res.headers.location);
      });
      sent.on("error", reject);
      sent.end();
    });
    if (location !== undefined) expect(new URL(location, `${origin}/app/account`).origin, path).toBe(origin);
  }
});

test("a forged host is rejected, and appears in no mail and no redirect", async ({ server }) => {
  const { port } = new URL(server.url);
  const requestWith = (headers: Record<string, string>) =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      const sent = request(
        {
          host: "127.0.0.1",
          port,
          path: "/manager",
          headers: { "x-forwarded-for": "192.0.2.44", ...headers },
        },
        (res) => {
          let text = JSON.stringify(res.headers);
          res.on("data", (chunk) => (text += String(chunk)));
          res.on("end", () => resolve({ status: res.statusCode ?? 0, text }));
        },
      );
      sent.on("error", reject);
      sent.end();
    });
  const forgeries: Record<string, string>[] = [
    { host: "evil.example" },
    { host: `localhost:${port}`, "x-forwarded-host": "evil.example", forwarded: "host=evil.example" },
  ];
  for (const headers of forgeries) {
    const { status, text } = await requestWith(headers);
    expect(status).not.toBe(200);
    expect(text).not.toContain("evil.example");
  }

  const email = newAddress();
  const body = new URLSearchParams({ email }).toString();
  const response = await createClient(server.url)("/login", {
    ...form,
    body,
    "x-forwarded-host": "evil.example",
  });
  expect(response.headers.get("location")).toMatch(/^\/login\/verify\?/);
  const mail = await server.mail.waitFor(email);
  expect(mail.raw).not.toContain("evil.example");
});

test("a mail server that hangs or rejects mail delays no response; the mail is retried, and log and /ready report it", async () => {
  const smtp = await startSmtpServer();
  const server = await startServer({ SMTP_URL: smtp.url });
  try {
    const client = createClient(server.url);
    const delivered = newAddress();
    await client(sendCode, { body: codeRequest(delivered) });
    // A later delivery would end the state "failing".
    await smtp.waitForMail(delivered);
    const [hung, rejected] = [newAddress(), newAddress()];
    smtp.setMode("hang", hung);
    smtp.setMode("450", rejected);
    for (const email of [hung, rejected]) {
      const start = performance.now();
      expect((await client(sendCode, { body: codeRequest(email) })).status).toBe(200);
      // The attempt to deliver it takes 20 s.
      expect(performance.now() - start).toBeLessThan(10_000);
    }
    const readiness = async () =>
      (await (await fetch(`${server.url}/ready`)).json()) as { ready: boolean; details: { mail: string } };
    await query(server.connection, `UPDATE mail_queue SET created_at = created_at - interval '1 minute'`, []);
    await expect.poll(async () => (await readiness()).details.mail).toMatch(/^failing: /);
    expect((await readiness()).ready).toBe(true);
    await expect.poll(() => server.log()).toContain("A mail could not be delivered and will be tried again");

    smtp.setMode("ok", rejected);
    // The attempts are 5, 15 and 45 s apart.
    const mail = await smtp.waitForMail(rejected, 70_000);
    const code = /^\s*(\d{6})\s*$/m.exec(mail.text ?? "")?.[1] ?? "";
    expect(code).toMatch(/^\d{6}$/);
    expect(mail.subject).not.toContain(code);
    // The log contains neither codes nor emails.
    for (const secret of [`"${code}"`, rejected, hung]) expect(server.log()).not.toContain(secret);
  } finally {
    await server.stop();
    await smtp.close();
  }
});
