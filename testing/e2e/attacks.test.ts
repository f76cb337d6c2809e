import { randomInt } from "node:crypto";
import { request } from "node:http";
import { describe } from "vitest";
import { startSmtpServer } from "../smtp.ts";
import { startServer } from "./support/server.ts";
import { expect, newAddress, test } from "./support/test.ts";

/*
 * What attackers try, against the product as it is served: the rules of each part are tested beside it, and here that
 * nothing in front of it opens another way. docs/security.md lists all of it.
 */

const sendCode = "/api/auth/email-otp/send-verification-otp";

/** A client with an address and cookies of its own, which are not kept from one request to the next. */
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

const ask = (email: string) => JSON.stringify({ email, type: "sign-in" });
const form = { "content-type": "application/x-www-form-urlencoded" };

describe("other spellings of a path lead nowhere", () => {
  test.for([
    "//api/auth/email-otp/send-verification-otp",
    "/api//auth/email-otp/send-verification-otp",
    "/api/auth//email-otp/send-verification-otp",
    "/api/auth/email-otp//send-verification-otp",
    "/api/auth/email-otp/send-verification-otp/",
    "/api/auth/email-otp/send-verification-otp/x",
    "/API/AUTH/email-otp/send-verification-otp",
    "/api/auth/Email-OTP/send-verification-otp",
    "/api/auth/email%2Dotp/send-verification-otp",
    "/api/auth/email-otp%2fsend-verification-otp",
    "/api%2fauth/email-otp/send-verification-otp",
    "/%61pi/auth/email-otp/send-verification-otp",
    "/api/auth/x/..%2femail-otp/send-verification-otp",
    "/api/auth/email-otp/check-verification-otp",
    "/api/auth/sign-in/email",
    "/api/auth/delete-user",
    "/api/auth/change-email",
  ])("%s", async (path, { server }) => {
    const client = createClient(server.url);
    const email = newAddress();
    const answer = await client(path, { body: ask(email) });
    // A redirect to the one right spelling is followed by nobody's form: a browser then asks by GET.
    expect([301, 302, 307, 308, 404, 405]).toContain(answer.status);
    // The address's budget is untouched, so nothing was sent.
    expect((await client(sendCode, { body: ask(email) })).status).toBe(200);
  });
});

test("a forged X-Forwarded-For does not refill a client's budget", async ({ server }) => {
  const url = server.url;
  const own = createClient(url);
  const statuses: number[] = [];
  for (let i = 0; i < 61; i++) {
    // The proxy appends who reached it; what stands before that is the client's own claim.
    const forwarded = `203.0.113.${i}, 198.51.100.77`;
    const answer = await own(sendCode, { body: ask(newAddress()), "x-forwarded-for": forwarded });
    statuses.push(answer.status);
  }
  expect(statuses).toEqual([...Array<number>(60).fill(200), 429]);
});

describe("changes are taken from our own pages only", () => {
  const doors = [
    "/api/auth/sign-out",
    "/api/auth/email-otp/send-verification-otp",
    "/api/rpc/account/rename",
    "/api/rest/account/name",
    "/_serverFn/x?createServerFn",
  ];

  test.for(doors)("%s", async (path, { server }) => {
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

  test.for(["/login", "/login/verify", "/onboarding", "/logout"])(
    "%s takes a form, and from our own pages only",
    async (path, { server }) => {
      const client = createClient(server.url);
      const forged = { ...form, origin: "https://evil.example", body: "email=a%40example.com" };
      expect((await client(path, forged)).status).toBe(403);
      const multipart = { "content-type": "multipart/form-data; boundary=x", body: "--x--" };
      expect((await client(path, multipart)).status).toBe(415);
    },
  );
});

test("signing in leads to nowhere but a page of ours", async ({ server, newPageOf }) => {
  const { request } = (await newPageOf()).context();
  for (const redirect of [
    "//evil.example",
    "/\\evil.example",
    "https:evil.example",
    "https://evil.example",
    "\t//evil.example",
    "/\t/evil.example",
    "/%09//evil.example",
    "javascript:alert(1)",
    "@evil.example",
    "/@evil.example/..//evil.example",
    "/%2f/evil.example",
    "data:text/html,x",
  ]) {
    const answer = await request.get(`/login?${new URLSearchParams({ redirect })}`, { maxRedirects: 0 });
    expect(answer.status(), redirect).toBe(307);
    const location = new URL(answer.headers().location ?? "", server.url);
    expect(location.origin, redirect).toBe(new URL(server.url).origin);
  }
});

test("a lie about the host passes no guard, and reaches no mail and no redirect", async ({ server }) => {
  const { port } = new URL(server.url);
  const lie = (headers: Record<string, string>) =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      const sent = request(
        { host: "127.0.0.1", port, path: "/app", headers: { "x-forwarded-for": "192.0.2.44", ...headers } },
        (res) => {
          let text = JSON.stringify(res.headers);
          res.on("data", (chunk) => (text += String(chunk)));
          res.on("end", () => resolve({ status: res.statusCode ?? 0, text }));
        },
      );
      sent.on("error", reject);
      sent.end();
    });
  const lies: Record<string, string>[] = [
    { host: "evil.example" },
    { host: `localhost:${port}`, "x-forwarded-host": "evil.example", forwarded: "host=evil.example" },
  ];
  for (const headers of lies) {
    const { status, text } = await lie(headers);
    expect(status).not.toBe(200);
    expect(text).not.toContain("evil.example");
  }

  const email = newAddress();
  const body = new URLSearchParams({ email }).toString();
  const answer = await createClient(server.url)("/login", {
    ...form,
    body,
    "x-forwarded-host": "evil.example",
  });
  expect(answer.headers.get("location")).toMatch(/^\/login\/verify\?/);
  const mail = await server.mail.waitFor(email);
  expect(mail.raw).not.toContain("evil.example");
});

test("a mail server that hangs or refuses holds nobody up; the mail is retried, and log and /ready say so", async () => {
  const smtp = await startSmtpServer();
  const server = await startServer({ SMTP_URL: smtp.url });
  try {
    const client = createClient(server.url);
    await client(sendCode, { body: ask(newAddress()) });
    const [hung, refused] = [newAddress(), newAddress()];
    smtp.setMode("hang", hung);
    smtp.setMode("450", refused);
    for (const email of [hung, refused]) {
      const began = performance.now();
      expect((await client(sendCode, { body: ask(email) })).status).toBe(200);
      expect(performance.now() - began).toBeLessThan(1_000);
    }
    const readiness = async () =>
      (await (await fetch(`${server.url}/ready`)).json()) as { ready: boolean; details: { mail: string } };
    await expect.poll(async () => (await readiness()).details.mail).toMatch(/^failing: /);
    expect((await readiness()).ready).toBe(true);
    expect(server.log()).toContain("A mail could not be delivered and will be tried again");

    smtp.setMode("ok", refused);
    const mail = await smtp.waitForMail(refused, 20_000);
    const code = /^\s*(\d{6})\s*$/m.exec(mail.text ?? "")?.[1] ?? "";
    expect(code).toMatch(/^\d{6}$/);
    expect(mail.subject).not.toContain(code);
    // Neither codes nor addresses stand in the log.
    for (const secret of [`"${code}"`, refused, hung]) expect(server.log()).not.toContain(secret);
  } finally {
    await server.stop();
    await smtp.close();
  }
});
