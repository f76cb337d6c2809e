import { randomInt } from "node:crypto";
import { slowRequests, startSlowClient } from "./slow-clients.ts";
import { expect, newAddress, test } from "../support/test.ts";

/** More than the slots of anything. */
const clientsPerKind = 10;

/** On a busy machine, requests can take as long as the server waits for a body. */
const maxAttempts = 4;

const newClient = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;

/** Uploads, and a part of their answers. */
const uploads: { path: string; type: string; data: Buffer | string; answer: string }[] = [
  // optional: images
  {
    path: "/api/covers",
    type: "image/png",
    data: Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
      "base64",
    ),
    answer: '"widths"',
  },
  // end: images
  // optional: csv
  {
    path: "/api/books/imports?mode=check&columns=title:0,author:1,genre:2&delimiter=comma&hasHeader=true&adds=false",
    type: "text/csv",
    data: "Title,Author,Genre\n",
    answer: '"result"',
  },
  // end: csv
];

test("while a client leaves requests to every endpoint unfinished, others sign in and upload", async ({
  server,
  newPageOf,
}) => {
  const { request } = (await newPageOf({ role: "admin" })).context();
  const origin = { origin: server.url };

  async function actAsUser() {
    const [session, login, ...answers] = await Promise.all([
      request.get("/api/auth/get-session"),
      fetch(`${server.url}/login`, {
        method: "POST",
        redirect: "manual",
        headers: { ...origin, "x-forwarded-for": newClient() },
        body: new URLSearchParams({ email: newAddress(), redirect: "" }),
      }),
      ...uploads.map(async ({ path, type, data }) => {
        const response = await request.post(path, { headers: { ...origin, "content-type": type }, data });
        return await response.text();
      }),
    ]);
    expect(await session.json()).toMatchObject({ user: { role: "admin" } });
    expect(login.headers.get("location")).toMatch(/^\/login\/verify\?/);
    expect(answers).toEqual(uploads.map(({ answer }) => expect.stringContaining(answer) as string));
  }

  /** @returns whether the user was served before the server closed one of the unfinished requests */
  async function actDuringAttack(): Promise<boolean> {
    const cookies = await (await newPageOf({ role: "admin" })).context().cookies();
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
    const kinds = slowRequests(server.url, [`Cookie: ${cookie}`, `X-Forwarded-For: ${newClient()}`]);
    const clients = kinds
      .filter(({ isUnread }) => !isUnread)
      .flatMap((kind) => Array.from({ length: clientsPerKind }, () => startSlowClient(server.url, kind)));
    try {
      await Promise.all(clients.map(({ connected }) => connected));
      // A later request is answered once theirs have arrived.
      await fetch(`${server.url}/login`, { headers: { "x-forwarded-for": newClient() } });
      await actAsUser();
      return clients.every((client) => client.closedCount() === 0);
    } finally {
      for (const client of clients) client.stop();
    }
  }

  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    if (await actDuringAttack()) return;
  }
  expect.unreachable("The product answered only after it had closed unfinished requests");
});
