import { appendFileSync, cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { expect, onTestFinished, test } from "vitest";
import { type AuthClient, createAuthClient } from "../../auth-client.ts";
import { query } from "../../e2e/support/people.ts";
import { startServer } from "../../e2e/support/server.ts";
import { freePort } from "../../ports.ts";
import { makeFolder, requirePackages, runPostgres, startPostgres } from "../debian.ts";

test("after everything was lost, the product is as it was at a moment between two backups, with its files and its secret", async (context) => {
  requirePackages(context, "postgresql");
  const [archive, base] = [makeFolder(), join(makeFolder(), "data")];
  onTestFinished(() => rmSync(archive, { recursive: true }));
  const [dataDir, copyOfDataDir] = [temporaryFolder(), temporaryFolder()];
  const primary = await startPostgres(undefined, [
    "archive_mode=on",
    `archive_command=test ! -f ${archive}/%f && cp %p ${archive}/%f`,
  ]);
  const env = { PORT: String(await freePort()), DATA_DIR: dataDir };
  const before = await startServer({ ...env, DATABASE_URL: primary.url });
  const { email } = await before.addPerson({ role: "admin" });
  const client = createAuthClient(before.url);
  await client.requestCode(email);
  await client.verifyCode(email, await before.mail.codeFor(email));
  const genre = await client.call<{ id: string }>("genres/create", { name: "Classic", hue: 90 });

  const first = await addBook(client, before.url, { title: "Emma", genreId: genre.id });
  primary.copyTo(base);
  const second = await addBook(client, before.url, { title: "Middlemarch", genreId: genre.id });
  const connection = { connectionString: primary.url };
  const [{ moment }] = (await query(connection, "SELECT clock_timestamp()::text AS moment", [])) as [
    { moment: string },
  ];
  await query(connection, "DELETE FROM book", []);
  cpSync(dataDir, copyOfDataDir, { recursive: true });
  const current = "SELECT pg_walfile_name(pg_current_wal_lsn()) AS segment";
  const [{ segment }] = (await query(connection, current, [])) as [{ segment: string }];
  primary.query("SELECT pg_switch_wal()");
  await expect.poll(() => readdirSync(archive), { timeout: 20_000 }).toContain(segment);
  await before.stop();
  await primary.stop();
  rmSync(dataDir, { recursive: true });

  // As docs/backup.md says.
  cpSync(copyOfDataDir, dataDir, { recursive: true });
  appendFileSync(
    join(base, "postgresql.auto.conf"),
    `restore_command = 'cp ${archive}/%f %p'\nrecovery_target_time = '${moment}'\nrecovery_target_action = promote\n`,
  );
  writeFileSync(join(base, "recovery.signal"), "");
  const restored = await runPostgres(join(base, ".."), base);
  onTestFinished(restored.stop);
  const isPrimary = async () =>
    await query({ connectionString: restored.url }, "SELECT pg_is_in_recovery() AS recovering", []);
  await expect.poll(isPrimary, { timeout: 20_000 }).toEqual([{ recovering: false }]);

  const after = await startServer({ ...env, DATABASE_URL: restored.url });
  onTestFinished(async () => void (await after.stop()));
  for (const { id, title, cover } of [first, second]) {
    expect(await client.call("books/get", { id })).toMatchObject({ title });
    expect((await fetch(after.url + cover)).status).toBe(200);
  }
});

/** Creates a book with a cover. @returns the path of a file of the cover, too */
async function addBook(client: AuthClient, url: string, book: { title: string; genreId: string }) {
  const background = { r: book.title.length * 10, g: 0, b: 0 };
  const picture = await sharp({ create: { width: 600, height: 900, channels: 3, background } })
    .jpeg()
    .toBuffer();
  const uploaded = await fetch(`${url}/api/covers`, {
    method: "POST",
    headers: { ...client.headers(), origin: url, "content-type": "image/jpeg" },
    body: new Uint8Array(picture),
  });
  const cover = (await uploaded.json()) as { id: string; widths: number[] };
  const { id } = await client.call<{ id: string }>("books/create", {
    ...book,
    author: "An Author",
    coverId: cover.id,
  });
  return { ...book, id, cover: `/files/${cover.id}-${cover.widths[0]}.webp` };
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "app-deploy-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
