import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectDir } from "../support/project.ts";
import { temporaryFolder } from "../support/testing.ts";

/** A replacement for npm: records its run, leaves a package, and fails if there is a file "fail". */
const fakeNpm = `
const { appendFileSync, existsSync, readFileSync } = require("node:fs");
appendFileSync("ran", process.argv.slice(2).join(" ") + "\\n");
if (existsSync("fail")) {
  console.error(readFileSync("fail", "utf8"));
  process.exit(1);
}
`;

const lockFile = (product: object) => JSON.stringify({ packages: { "": { name: "product", ...product } } });

function setUp() {
  const cwd = temporaryFolder({ "npm-cli.js": fakeNpm, "package-lock.json": lockFile({}) });
  const file = (name: string) => join(cwd, name);
  const script = `const { installPackages } = await import(${JSON.stringify(join(projectDir, "scripts/bootstrap/packages.mjs"))});
    await installPackages().catch(({ message }) => console.error(message));`;
  const install = () =>
    spawnSync(process.execPath, ["--input-type=module", "-e", script], {
      cwd,
      encoding: "utf8",
      env: { PATH: process.env.PATH, npm_execpath: file("npm-cli.js") },
    }).stderr;
  const runs = () => readFileSync(file("ran"), "utf8").trim().split("\n");
  return { file, install, runs };
}

test("packages are installed once, with dev and optional dependencies, and again if the lock file has changed", () => {
  const { install, runs, file } = setUp();
  expect([install(), install()]).toEqual(["", ""]);
  expect(runs()).toEqual([expect.stringContaining("install --no-save --include=dev --include=optional")]);
  writeFileSync(file("package-lock.json"), lockFile({ dependencies: { react: "^19.3.1" } }));
  install();
  expect(runs()).toHaveLength(2);
});

test("another name of the product installs nothing", () => {
  const { install, runs, file } = setUp();
  install();
  writeFileSync(file("package-lock.json"), lockFile({ name: "my-cellar" }));
  install();
  expect(runs()).toHaveLength(1);
});

test.for([
  ["npm error code ENOTFOUND\nnpm error syscall getaddrinfo", "the npm registry can't be reached"],
  ["npm error code ENOSPC\nnpm error nospc write", "the disk is full"],
  ["npm error code EACCES\nnpm error path /root/.npm", "no permission to write there"],
  ["npm warn old\nnpm error code E404", "npm failed:\nnpm error code E404"],
] as const)(
  "%j is reported as %j, and the next command starts with an empty folder",
  ([output, sentence]) => {
    const { install, file } = setUp();
    writeFileSync(file("fail"), output);
    expect(install()).toContain(sentence);
    writeFileSync(file("node_modules/half"), "a package in which npm was interrupted");
    install();
    expect(existsSync(file("node_modules/half"))).toBe(false);
  },
);

test("another command that installs the packages is reported", () => {
  const { install, file } = setUp();
  install();
  writeFileSync(file("node_modules/.installed"), `by ${process.pid}`);
  expect(install()).toContain(`Another command (process ${process.pid}) installs the packages`);
});
