import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { newAddress, query } from "../e2e/support/people.ts";
import { startServer } from "../e2e/support/server.ts";
import { mountSmallDisk, requirePackages, startPostgres } from "./debian.ts";

test("on a full disk of the embedded mailbox, pages and requests for codes go on, /ready says so, and the mail arrives once there is space", async (context) => {
  requirePackages(context, "postgresql");
  const disk = mountSmallDisk(30);
  if (!disk) return context.skip("Left out: this account may not mount a disk");
  onTestFinished(disk.unmount);
  const postgres = await startPostgres();
  onTestFinished(postgres.stop);
  const product = await startServer({
    DATA_DIR: disk.folder,
    DATABASE_URL: postgres.url,
    SMTP_URL: "",
    TRUSTED_PROXIES: "",
  });
  onTestFinished(async () => void (await product.stop()));
  const mailbox = join(disk.folder, "mailbox");

  disk.fill();
  const requested = await fetch(`${product.url}/api/auth/email-otp/send-verification-otp`, {
    method: "POST",
    headers: { origin: product.url, "content-type": "application/json" },
    body: JSON.stringify({ email: newAddress(), type: "sign-in" }),
  });
  expect(requested.status).toBe(200);
  const attempts = async () =>
    await query<{ attempts: number; last_error: string | null }>(
      product.connection,
      "SELECT attempts, last_error FROM mail_queue",
      [],
    );
  await expect.poll(attempts).toMatchObject([{ last_error: "the mail could not be delivered (ENOSPC)" }]);
  expect(readdirSync(mailbox)).toEqual([]);
  expect((await fetch(`${product.url}/login`)).status).toBe(200);
  await query(product.connection, "UPDATE mail_queue SET created_at = now() - interval '40 seconds'", []);
  const details = async () => {
    const response = await fetch(`${product.url}/ready`);
    const body = (await response.json()) as { details: { mail: string } };
    return { status: response.status, mail: body.details.mail };
  };
  await expect
    .poll(details)
    .toMatchObject({ status: 200, mail: expect.stringMatching(/^failing: .*\(ENOSPC\)$/) });

  disk.free();
  await query(product.connection, "UPDATE mail_queue SET next_attempt_at = now()", []);
  await expect.poll(() => readdirSync(mailbox)).toEqual([expect.stringMatching(/^\d+-\w+\.json$/)]);
  await expect.poll(details).toEqual({ status: 200, mail: "ok" });
});
