import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { buildIfChanged } from "./build.ts";
import { silentSteps, temporaryFolder } from "./support/testing.ts";

function setUp() {
  const folder = temporaryFolder();
  const distDir = join(folder, "dist");
  const write = async (outDir: string, text: string) => {
    for (const part of ["client", "server"]) {
      mkdirSync(join(outDir, part));
      writeFileSync(join(outDir, part, "file"), text);
    }
  };
  let builds = 0;
  return {
    distDir,
    builds: () => builds,
    build: (
      fingerprint: string,
      build: (outDir: string) => Promise<void> = (outDir) => write(outDir, fingerprint),
    ) =>
      buildIfChanged(silentSteps(), {
        distDir,
        lock: join(folder, "lock"),
        fingerprint: () => fingerprint,
        build: async (outDir) => {
          builds += 1;
          await build(outDir);
        },
      }),
    content: () => readFileSync(join(distDir, "server", "file"), "utf8"),
  };
}

test("nothing is built again if nothing has changed", async () => {
  const { build, builds, content } = setUp();
  await build("one");
  await build("one");
  expect(builds()).toBe(1);
  await build("two");
  expect([builds(), content()]).toEqual([2, "two"]);
});

test("a build that fails keeps the last good one", async () => {
  const { build, builds, content } = setUp();
  await build("one");
  const failing = async (outDir: string) => {
    mkdirSync(join(outDir, "server"));
    throw new Error("broken source");
  };
  await expect(build("two", failing)).rejects.toThrow("broken source");
  expect(content()).toBe("one");
  await build("one");
  expect(builds()).toBe(2);
  await build("two");
  expect(content()).toBe("two");
});

test("the files of a killed build are deleted by the next build", async () => {
  const { build, distDir } = setUp();
  mkdirSync(join(distDir, ".next", "client"), { recursive: true });
  await build("one");
  expect(existsSync(join(distDir, ".next"))).toBe(false);
});

test("two commands at the same time build once", async () => {
  const { build, builds } = setUp();
  await Promise.all([build("one"), build("one")]);
  expect(builds()).toBe(1);
});
