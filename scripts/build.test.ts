import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { buildIfChanged } from "./build.ts";
import { temporaryFolder } from "./support/testing.ts";

function setUp() {
  const distDir = join(temporaryFolder(), "dist");
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
      buildIfChanged({
        distDir,
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

test("two commands can build at the same time", async () => {
  const { build, content, distDir } = setUp();
  await Promise.all([build("one"), build("one")]);
  expect(content()).toBe("one");
  expect(readdirSync(distDir).sort()).toEqual([".fingerprint", "client", "server"]);
});
