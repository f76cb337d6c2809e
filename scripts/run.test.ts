import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectDir } from "./support/project.ts";
import { temporaryFolder } from "./support/testing.ts";

function run(...args: string[]) {
  return spawnSync(process.execPath, [join(projectDir, "scripts/run.mjs"), ...args], {
    encoding: "utf8",
    cwd: "/",
    env: { ...process.env, CI: "true" },
  });
}

test("an unknown argument is an error that prints the usage, and nothing is started", () => {
  const { status, stdout, stderr } = run("dev", "--prot=3001");
  expect(status).toBe(1);
  expect(stdout).toBe("");
  expect(stderr.trim()).toMatch(/^Unknown option '--prot'.\n\nServes the sources/);
});

test("--help prints what a command does", () => {
  const { status, stdout } = run("dev", "--help");
  expect([status, stdout]).toEqual([0, "Serves the sources with hot reload.\n"]);
});

test("an error of the user is a sentence without a stack", () => {
  const { status, stderr } = run("user", "make-admin", "ada");
  expect(status).toBe(1);
  expect(stderr.trim()).toMatch(
    /^"ada" is not an email address. Type: npm run user -- make-admin someone@example.com[^\n]*$/,
  );
});

test("every command that uses settings, and the build, ends at a misspelled one before it does anything", async () => {
  const folder = temporaryFolder();
  const env = { ...process.env, CI: "true", DATA_DIR: join(folder, "data"), AUTH_SIGN_UP: "off" };
  const commands = [
    ["scripts/run.mjs", "start"],
    ["scripts/run.mjs", "dev"],
    ["scripts/run.mjs", "backup", join(folder, "backup")],
    ["scripts/run.mjs", "restore", join(folder, "backup")],
    ["scripts/run.mjs", "database-migrate"],
    // As `npm run build` calls it.
    ["node_modules/vite/bin/vite.js", "build", "--outDir", join(folder, "dist")],
  ];
  for (const command of commands) {
    const result = spawnSync(process.execPath, command, {
      cwd: projectDir,
      encoding: "utf8",
      env,
      timeout: 20_000,
    });
    expect([command, result.status]).toEqual([command, 1]);
    expect(result.stderr).toContain("AUTH_SIGN_UP is not a setting: did you mean AUTH_SIGNUP?");
  }
  expect(readdirSync(folder)).toEqual([]);
});

test.each(["build", "dev", "start"])(
  "%s says in a sentence which setting of the build is invalid",
  (command) => {
    const { status, stderr } = spawnSync(process.execPath, ["scripts/run.mjs", command], {
      cwd: projectDir,
      encoding: "utf8",
      env: {
        ...process.env,
        CI: "true",
        DATA_DIR: join(temporaryFolder(), "data"),
        BASE_URL: undefined,
        VITE_IS_DEMO: "yes", // optional: demo
        VITE_ENV_NAME: "test",
        VITE_ENV_EMOJI: "x",
      },
      timeout: 20_000,
    });
    const problems = [
      "  - VITE_IS_DEMO must be true or false", // optional: demo
      "  - VITE_ENV_EMOJI must be an emoji",
    ];
    expect(status).toBe(1);
    expect(stderr.trim()).toBe(["Some settings are missing or invalid:", ...problems].join("\n"));
  },
);

test.each(["books.example.com", "ftp://books.example.com", "no URL"])("BASE_URL can't be %j", (url) => {
  const { status, stderr } = spawnSync(process.execPath, ["scripts/run.mjs", "start"], {
    cwd: projectDir,
    encoding: "utf8",
    env: { ...process.env, CI: "true", DATA_DIR: join(temporaryFolder(), "data"), BASE_URL: url },
    timeout: 20_000,
  });
  expect(status).toBe(1);
  expect(stderr.trim()).toBe(
    "Some settings are missing or invalid:\n  - BASE_URL must be an http or https URL",
  );
});

test("without settings, a backup names what is missing, and creates no database", () => {
  const folder = temporaryFolder();
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, CI: "true", DATA_DIR: join(folder, "data") };
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(projectDir, "scripts/run.mjs"), "backup", join(folder, "today.backup")],
    { encoding: "utf8", env },
  );
  expect(status).toBe(1);
  expect(stderr.trim()).toMatch(
    /^DATABASE_URL isn't set, and there is no embedded database in [^\n]*data: set DATABASE_URL, or DATA_DIR to [^\n]*$/,
  );
  expect(readdirSync(folder)).toEqual([]);
});
