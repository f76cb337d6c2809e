import { randomInt } from "node:crypto";
import { slowRequests, startSlowClient } from "../slow-clients.ts";
import { expect, newAddress, test } from "./support/test.ts";

const perKind = 10;

const newClient = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;

const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

test("while one client leaves requests to every endpoint unfinished, others sign in, upload and import", async ({
  server,
  newPageOf,
  signedIn,
}) => {
  const attacker = (await newPageOf({ role: "admin" })).context();
  const cookie = (await attacker.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
  const headers = [`Cookie: ${cookie}`, `X-Forwarded-For: ${newClient()}`];
  const { page } = await signedIn({ role: "admin" });
  const { request } = page.context();

  const slow = slowRequests(server.url, headers).flatMap((kind) =>
    Array.from({ length: perKind }, () => startSlowClient(server.url, kind)),
  );
  try {
    await Promise.all(slow.map(({ connected }) => connected));
    // Their requests arrive before a later one is answered.
    await fetch(`${server.url}/login`, { headers: { "x-forwarded-for": newClient() } });

    const origin = { origin: server.url };
    const session = await request.get("/api/auth/get-session");
    expect(await session.json()).toMatchObject({ user: { role: "admin" } });
    const login = await fetch(`${server.url}/login`, {
      method: "POST",
      redirect: "manual",
      headers: { ...origin, "x-forwarded-for": newClient() },
      body: new URLSearchParams({ email: newAddress(), redirect: "" }),
    });
    expect(login.headers.get("location")).toMatch(/^\/login\/verify\?/);
    const cover = await request.post("/api/covers", {
      headers: { ...origin, "content-type": "image/png" },
      data: pixel,
    });
    expect(cover.status()).toBe(200);
    const query = "mode=check&title=0&author=1&genre=2&delimiter=comma&hasHeader=true&addsGenres=false";
    const checked = await request.post(`/api/books/imports?${query}`, {
      headers: { ...origin, "content-type": "text/csv" },
      data: "Title,Author,Genre\n",
    });
    expect(await checked.text()).toContain('"result"');
  } finally {
    for (const client of slow) client.stop();
  }
});
