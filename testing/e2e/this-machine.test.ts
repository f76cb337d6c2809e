import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createMailbox, mailboxFolder } from "#server/mail/mailbox.ts";
import { startServer } from "./support/server.ts";
import { onTestFinished } from "vitest";
import { expect, test } from "./support/test.ts";

/* The product with its embedded mailbox, as after `npm start`. */

/** A tunnel that gives the product its own Host and Origin, as `ngrok http --host-header=rewrite` and the like. @returns its URL */
async function openTunnel(target: string, added: Record<string, string>): Promise<string> {
  const { host, hostname, port } = new URL(target);
  const tunnel: Server = createServer((req, res) => {
    const headers = { ...req.headers, host, ...(req.headers.origin && { origin: target }), ...added };
    const passed = request({ hostname, port, path: req.url, method: req.method, headers }, (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(res);
    });
    req.pipe(passed);
  });
  await new Promise<void>((resolve) => tunnel.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void tunnel.close());
  return `http://127.0.0.1:${(tunnel.address() as AddressInfo).port}`;
}

test("the mailbox and its accounts are for this machine only, whatever tunnel leads here", async () => {
  const server = await startServer({ SMTP_URL: "" });
  onTestFinished(async () => void (await server.stop()));
  const email = "admin@example.com";

  async function post(origin: string, path: string, body: object, cookie = "") {
    const headers = { origin: server.url, "content-type": "application/json", ...(cookie && { cookie }) };
    return await fetch(origin + path, { method: "POST", headers, body: JSON.stringify(body) });
  }
  const requestCode = (origin: string) =>
    post(origin, "/api/auth/email-otp/send-verification-otp", { email, type: "sign-in" });
  const cookiesOf = (response: Response) =>
    response.headers
      .getSetCookie()
      .map((cookie) => cookie.split(";", 1)[0])
      .join("; ");

  const requested = await requestCode(server.url);
  expect(requested.status).toBe(200);
  const mailbox = createMailbox(mailboxFolder(server.data.DATA_DIR));
  await expect.poll(async () => (await mailbox.list()).length).toBe(1);
  const [{ code: otp = "" } = {}] = await mailbox.list();
  expect(await (await fetch(`${server.url}/dev/mailbox`)).text()).toContain(otp);

  const newestCode = `/dev/mailbox/code?email=${email}`;
  expect(await (await fetch(server.url + newestCode)).json()).toEqual({ code: otp });
  for (const path of ["/dev/mails", "/dev/mails/invitation?inviter=Nia"])
    expect([path, (await fetch(server.url + path)).status]).toEqual([path, 200]);

  const tunnels: Record<string, string>[] = [
    { "x-forwarded-for": "192.0.2.1", "x-forwarded-host": "x.example", "x-forwarded-proto": "https" },
    { "x-forwarded-for": "127.0.0.1" },
    { "cf-connecting-ip": "192.0.2.1" },
    { via: "1.1 tunnel" },
  ];
  const challenge = cookiesOf(requested);
  for (const added of tunnels) {
    const url = await openTunnel(server.url, added);
    for (const path of ["/dev/mailbox", "/dev/mails", "/dev/tour", "/login", "/app", newestCode])
      expect([path, (await fetch(url + path)).status]).toEqual([path, 403]);
    expect((await requestCode(url)).status).toBe(403);
    expect((await post(url, "/api/auth/sign-in/email-otp", { email, otp }, challenge)).status).toBe(403);
  }

  const signedIn = await post(server.url, "/api/auth/sign-in/email-otp", { email, otp }, challenge);
  expect(signedIn.status).toBe(200);
  const session = { headers: { cookie: cookiesOf(signedIn) } };
  const read = async (origin: string) =>
    await (await fetch(`${origin}/api/auth/get-session`, session)).text();
  expect(await read(server.url)).toContain(email);
  for (const added of tunnels) expect(await read(await openTunnel(server.url, added))).not.toContain(email);

  for (const site of ["cross-site", "same-site"]) {
    const mailboxFrom = await fetch(`${server.url}/dev/mailbox`, { headers: { "sec-fetch-site": site } });
    expect(mailboxFrom.status).toBe(404);
  }
});
