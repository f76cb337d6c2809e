import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { requirePackages, startPostgres } from "./debian.ts";

const main = "dist/server/main.js";
const docs = readFileSync("docs/deploy.md", "utf8");
/** The statements of docs/deploy.md that create both roles and the database. */
const [, createRoles = ""] = /## A role that can't change the schema.*?```sql\n(.*?)```/s.exec(docs) ?? [];
const unit = readFileSync("deploy/backup@.service", "utf8");

test("with the documented roles, the unit's backup survives a kill, and the owner restores it", async (context) => {
  requirePackages(context, "postgresql");
  const postgres = await startPostgres();
  onTestFinished(postgres.stop);
  postgres.runScript("DROP DATABASE app;\nDROP ROLE app;\n");
  postgres.runScript(createRoles);
  const folder = mkdtempSync(join(tmpdir(), "app-deploy-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [dataDir, backups] = [join(folder, "data"), join(folder, "backups")];
  for (const each of [dataDir, backups]) mkdirSync(each);
  const urlOf = (role: string) => `postgresql://${role}@127.0.0.1:${postgres.port}/app`;
  const settings = join(folder, "app.env");
  const ownerSettings = join(folder, "app-owner.env");
  writeFileSync(
    settings,
    `DATABASE_URL=${urlOf("app")}\nDATA_DIR=${dataDir}\nAUTH_SECRET=${"s".repeat(32)}\nBACKUP_PASSPHRASE=correct horse battery\n`,
  );
  writeFileSync(ownerSettings, `DATABASE_URL=${urlOf("app_owner")}\n`);
  const run = (args: string[], ...files: string[]) => start(args, files).ended;

  expect(await run(["migrate"], settings, ownerSettings)).toMatchObject({ code: 0 });
  expect(await run(["user", "make-admin", "ada@example.com"], settings)).toMatchObject({ code: 0 });

  // As systemd runs it for backup@app.
  expect(unit).toContain("\nEnvironmentFile=/etc/%i.env\n");
  const [, command = ""] =
    /^ExecStart=\/usr\/bin\/node \/opt\/%i\/current\/dist\/server\/main\.js (.*)$/m.exec(unit) ?? [];
  const backup = command.replace("/var/backups/%i", backups).split(" ");
  const reader = new pg.Client({ connectionString: urlOf("app_owner") });
  await reader.connect();
  onTestFinished(() => reader.end());
  await reader.query(`BEGIN; LOCK TABLE "user"`);
  const killed = start(backup, [settings]);
  await expect.poll(() => readdirSync(backups), { timeout: 20_000 }).toHaveLength(1);
  killed.child.kill("SIGKILL");
  expect((await killed.ended).code).toBe(null);
  await reader.query("COMMIT");
  const made = await run(backup, settings);
  expect(made).toMatchObject({ code: 0, stderr: "" });
  expect(made.stdout).toMatch(/^\S+ has \d+ rows of \d+ tables,.* of the database app on 127\.0\.0\.1\.\n$/);
  const [file = "", ...others] = readdirSync(backups);
  expect(others).toEqual([]);
  expect(file).toMatch(/\.backup$/);

  await reader.query("CREATE TABLE secret_plans (); REVOKE ALL ON secret_plans FROM app");
  // Named, because in the folder it would have the name of the one before if both were made in one second.
  expect(await run(["backup", join(backups, "denied.backup")], settings)).toMatchObject({
    code: 1,
    stdout: "",
    stderr: `The role in DATABASE_URL lacks rights that a backup needs: run as the owner of the tables: GRANT SELECT ON ALL TABLES IN SCHEMA public TO app;\n`,
  });

  postgres.query("ALTER DATABASE app ALLOW_CONNECTIONS false");
  await reader.end();
  postgres.query("ALTER DATABASE app RENAME TO app_before");
  postgres.runScript(createRoles);
  const restore = ["restore", join(backups, file)];
  const denied = await run(restore, settings);
  expect(denied).toMatchObject({ code: 1, stdout: "" });
  expect(denied.stderr).toMatch(
    /^The role in DATABASE_URL lacks a right \(permission denied .*The database stays empty\.\n$/,
  );
  expect(await run(restore, settings, ownerSettings)).toMatchObject({ code: 0, stderr: "" });
  expect(await run(["migrate"], settings)).toMatchObject({
    code: 0,
    stdout: "The database is up to date.\n",
  });
  expect(await run(["user", "make-admin", "ada@example.com"], settings)).toMatchObject({
    stdout: "ada@example.com is already an administrator.\n",
  });
  expect(await run(backup, settings)).toMatchObject({ code: 0, stderr: "" });
});

/** Starts a command of the build, with settings of files. */
function start(args: string[], files: string[]) {
  const { PATH, HOME } = process.env;
  const options = files.map((file) => `--env-file=${file}`);
  const child = spawn(process.execPath, [...options, main, ...args], { env: { PATH, HOME } });
  const output = { stdout: "", stderr: "" };
  child.stdout.on("data", (text) => (output.stdout += String(text)));
  child.stderr.on("data", (text) => (output.stderr += String(text)));
  const ended = new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) =>
    child.once("close", (code) => resolve({ code, ...output })),
  );
  return { child, ended };
}
