import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { buildIfChanged } from "./build.ts";
import { silentSteps, temporaryFolder } from "./support/testing.ts";

function setUp() {
  const folder = temporaryFolder();
  const distDir = join(folder, "dist");
  const make = async (outDir: string, text: string) => {
    for (const part of ["client", "server"]) {
      mkdirSync(join(outDir, part));
      writeFileSync(join(outDir, part, "file"), text);
    }
  };
  let made = 0;
  return {
    distDir,
    made: () => made,
    build: (
      fingerprint: string,
      makes: (outDir: string) => Promise<void> = (outDir) => make(outDir, fingerprint),
    ) =>
      buildIfChanged(silentSteps(), {
        distDir,
        lock: join(folder, "lock"),
        fingerprint: () => fingerprint,
        make: async (outDir) => {
          made += 1;
          await makes(outDir);
        },
      }),
    content: () => readFileSync(join(distDir, "server", "file"), "utf8"),
  };
}

test("what did not change is not built again", async () => {
  const { build, made, content } = setUp();
  await build("one");
  await build("one");
  expect(made()).toBe(1);
  await build("two");
  expect([made(), content()]).toEqual([2, "two"]);
});

test("a build that fails in the middle leaves the last good one, and counts for nothing", async () => {
  const { build, content, made } = setUp();
  await build("one");
  const failing = async (outDir: string) => {
    mkdirSync(join(outDir, "server"));
    throw new Error("broken source");
  };
  await expect(build("two", failing)).rejects.toThrow("broken source");
  expect(content()).toBe("one");
  await build("one");
  expect(made()).toBe(2);
  await build("two");
  expect(content()).toBe("two");
});

test("what a build that was killed left behind is gone after the next one", async () => {
  const { build, distDir } = setUp();
  mkdirSync(join(distDir, ".next", "client"), { recursive: true });
  await build("one");
  expect(existsSync(join(distDir, ".next"))).toBe(false);
});

test("two at once build once", async () => {
  const { build, made } = setUp();
  await Promise.all([build("one"), build("one")]);
  expect(made()).toBe(1);
});
