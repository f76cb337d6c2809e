import { execFile } from "node:child_process";
import { fork } from "node:child_process";
import { once } from "node:events";
import { cpSync, globSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { databaseUrl } from "#server/database/connection.ts";
import type { EncodeMessage } from "#server/images/encoder-process.ts";
import { createPng } from "#server/images/fixtures/png.ts";
import { createAuthClient } from "../testing/auth-client.ts";
import { createTestDatabase } from "../testing/database.ts";
import { startServer } from "../testing/e2e/support/server.ts";
import { projectDir } from "./support/project.ts";
import { temporaryFolder } from "./support/testing.ts";

const { PATH, HOME } = process.env;

/** The result of a program: its exit code, and what it printed. */
async function runNode(cwd: string, args: string[], env: Record<string, string> = {}) {
  const result = promisify(execFile)(process.execPath, args, { cwd, env: { PATH, HOME, ...env } });
  return await result.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
}

/** Makes the package, and copies it to a folder from which Node finds no other packages. */
async function copyPackage(): Promise<string> {
  const made = await runNode(projectDir, ["scripts/run.mjs", "package"], { CI: "true" });
  expect(made).toMatchObject({ code: 0, stderr: "" });
  const folder = temporaryFolder();
  cpSync(join(projectDir, "dist/package"), folder, { recursive: true });
  return folder;
}

test("the package is all that a server needs: it is small, starts, and makes an administrator", async () => {
  const folder = await copyPackage();
  const sizes = globSync("**/*", { cwd: folder }).map((file) => statSync(join(folder, file)).size);
  const megabytes = sizes.reduce((sum, size) => sum + size, 0) / 1_000_000;
  expect(megabytes).toBeGreaterThan(10);
  expect(megabytes).toBeLessThan(120);

  const database = await createTestDatabase();
  onTestFinished(database.drop);
  const settings = { DATABASE_URL: databaseUrl(database.connection) };
  const server = await startServer(settings, { entry: join(folder, "dist/server/main.js") });
  onTestFinished(async () => void (await server.stop()));
  expect((await fetch(`${server.url}/ready`)).status).toBe(200);
  const login = await fetch(`${server.url}/login`);
  expect(login.status).toBe(200);
  const [, script] = /src="(\/assets\/[^"]+\.js)"/.exec(await login.text()) ?? [];
  expect((await fetch(`${server.url}${script}`)).status).toBe(200);

  const email = "first@example.com";
  const command = ["dist/server/main.js", "user", "make-admin", email];
  expect(await runNode(folder, command, settings)).toMatchObject({
    code: 0,
    stdout: `${email} now has an account and is an administrator.\n`,
    stderr: "",
  });
  const client = createAuthClient(server.url);
  await client.requestCode(email);
  await client.verifyCode(email, await server.mail.codeFor(email));
  expect((await client.session()).body).toMatchObject({ user: { email, role: "admin" } });

  const backups = join(folder, "backups");
  mkdirSync(backups);
  const own = { ...settings, ...server.data };
  const backup = await runNode(folder, ["dist/server/main.js", "backup", backups], own);
  expect(backup).toMatchObject({ code: 0, stderr: "" });
  const empty = await createTestDatabase({ isEmpty: true });
  onTestFinished(empty.drop);
  const [file = ""] = readdirSync(backups);
  const restore = ["dist/server/main.js", "restore", join(backups, file)];
  const target = { DATABASE_URL: databaseUrl(empty.connection), DATA_DIR: temporaryFolder() };
  const restored = await runNode(folder, restore, target);
  expect(restored).toMatchObject({ code: 0, stderr: "" });
  expect(restored.stdout).toMatch(/^Restored \d+ rows of \d+ tables/);

  // optional: images
  const encoder = fork(join(folder, "dist/server/encoder-process.js"), [], { serialization: "advanced" });
  onTestFinished(() => void encoder.kill("SIGKILL"));
  encoder.send({
    bytes: createPng(40, 60),
    options: { widths: [20] },
    maxCpuMs: 15_000,
  } satisfies EncodeMessage);
  const [encoded] = (await Promise.race([once(encoder, "message"), once(encoder, "exit")])) as unknown[];
  expect(encoded).toMatchObject({ files: [{ format: "avif" }, { format: "webp" }] });
  // end: images

  const withoutDatabase = await runNode(folder, ["dist/server/main.js"], { DATA_DIR: join(folder, "data") });
  expect(withoutDatabase).toMatchObject({ code: 1, stdout: "" });
  expect(withoutDatabase.stderr).toContain("set DATABASE_URL to a PostgreSQL, 15 or newer");
  const misspelled = await runNode(folder, ["dist/server/main.js"], { ...settings, AUTH_SIGN_UP: "off" });
  expect(misspelled).toMatchObject({ code: 1, stdout: "" });
  expect(misspelled.stderr).toContain("did you mean AUTH_SIGNUP?");
});

test("--help lists the commands, and an unknown command says that it is unknown", async () => {
  const main = "dist/server/main.js";
  const { code, stdout } = await runNode(projectDir, [main, "--help"]);
  expect(code).toBe(0);
  expect(stdout).toContain("node dist/server/main.js user make-admin someone@example.com\n");
  expect(stdout).toContain("node dist/server/main.js backup FILE_OR_FOLDER\n");
  const unknown = await runNode(projectDir, [main, "users"]);
  expect(unknown).toMatchObject({ code: 1, stdout: "" });
  expect(unknown.stderr).toMatch(/^Unknown command "users"\.\n/);
  const incomplete = await runNode(projectDir, [main, "user", "make-admin"]);
  expect(incomplete.code).toBe(1);
  expect(incomplete.stderr).toMatch(/^Type: node dist\/server\/main\.js user make-admin /);
});
