import { afterAll, beforeAll, expect, test } from "vitest";
import type { RequestContext } from "#rpc/request-context.server.ts";
import { readConfig } from "#server/config.ts";
import { createLog } from "#server/log.ts";
import { decryptMail } from "#server/mail/queue.ts";
import { createSecrets } from "#server/secret.ts";
import { access } from "../../../../testing/context.ts";
import { createTestDatabase, type TestDatabase } from "../../../../testing/database.ts";
import { randomEmail } from "../testing.ts";
import { handleCodeForm, handleEmailForm, handleSignOutForm } from "./forms.ts";
import { toResponse } from "#server/http/text-response.ts";
import { type AuthHandlerInfo, handleAuthRequest } from "./handler.ts";
import { authService } from "./service.ts";

let database: TestDatabase;
const secrets = createSecrets("a secret of 32 characters or more");
let info: RequestContext & AuthHandlerInfo;

beforeAll(async () => {
  database = await createTestDatabase();
  const config = readConfig({});
  const services = {
    config,
    log: createLog({ level: "silent", pretty: false }),
    database,
    secrets,
    files: { storeImage: () => Promise.reject(new Error("No files here")) },
    live: { openStream: () => undefined },
  };
  info = {
    requestId: "test",
    clientAddress: "192.0.2.1",
    logUser: () => undefined,
    host: "localhost:3000",
    nonce: "",
    services,
    access,
    api: {},
    responseCookies: [],
    rendered: {},
    operationContext: () => Promise.reject(new Error("No operation is called here")),
    listUsers: () => Promise.reject(new Error("No users are listed here")),
    deleteUser: () => Promise.reject(new Error("No user is deleted here")),
  };
});
afterAll(() => database.drop());

/** The queued mails, the newest first. */
async function queuedMails() {
  const { rows } = await database.pool.query<{ sealed_mail: string; expires_at: Date }>(
    "select sealed_mail, expires_at from mail_queue order by expires_at desc",
  );
  return rows.map((row) => ({ ...decryptMail(secrets, row.sealed_mail), expiresAt: row.expires_at }));
}

test("the process's service mails a code in the user's language, and signs in with it", async () => {
  const email = randomEmail();
  const headers = new Headers({ origin: "http://localhost:3000", "accept-language": "fr" });
  const form = { request: { headers }, context: info };
  const requested = await handleEmailForm(authService(info), form, email);
  expect(requested.ok).toBe(true);

  const [mail] = await queuedMails();
  expect(mail).toMatchObject({ to: email, code: expect.stringMatching(/^\d{6}$/) });
  expect(mail?.expiresAt.getTime()).toBeCloseTo(Date.now() + 600_000, -5);
  expect(mail?.text).toContain(mail?.code);
  expect(mail?.html).toContain('lang="fr"');
  const { rows } = await database.pool.query("select * from mail_queue");
  expect(JSON.stringify(rows)).not.toContain(email);

  headers.set("cookie", requested.setCookies.map((cookie) => cookie.split(";")[0]).join("; "));
  const verified = await handleCodeForm(authService(info), form, { email, code: mail?.code ?? "" });
  expect(verified.ok).toBe(true);

  headers.set("cookie", verified.setCookies.map((cookie) => cookie.split(";")[0]).join("; "));
  const request = new Request("http://localhost:3000/api/auth/get-session", { headers });
  expect(await toResponse(await handleAuthRequest(authService(info), request, info)).json()).toMatchObject({
    user: { email },
  });
  expect((await handleSignOutForm(authService(info), form)).ok).toBe(true);
  expect(await toResponse(await handleAuthRequest(authService(info), request, info)).json()).toBeNull();
});
