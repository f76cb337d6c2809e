import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { copyProject } from "../testing/project-copy.ts";
import { check } from "../tools/check/index.ts";
import { rename } from "./rename.ts";
import { drawPictures } from "./support/pictures.ts";
import { runNode } from "./support/run-node.ts";
import { temporaryFolder } from "./support/testing.ts";

/** The check of types and the tests take a minute each. */
const timeoutMs = 20 * 60_000;

test(
  "a renamed product with another prefix has its name everywhere, draws its pictures, and passes checks and tests",
  { timeout: timeoutMs, retry: 0 },
  async () => {
    const dir = temporaryFolder();
    copyProject(dir);
    execFileSync("git", ["init", "-q"], { cwd: dir });
    rename(dir, "L'Été & co.", "my-cellar");

    const pictures = await drawPictures(dir);
    // A PNG begins with a signature and its width.
    const widths = pictures
      .filter((file) => file.endsWith(".png"))
      .map((file) => readFileSync(join(dir, file)).readUInt32BE(16));
    expect(widths).toEqual([192, 512, 512, 180]);

    const printed: string[] = [];
    const only = ["name", "types", "format", "dependencies"];
    await check({ dir, only, print: (text) => printed.push(text) });
    expect(printed).toEqual(only.map(() => expect.stringMatching(/^✓ \w+ {2}[\d.]+ s$/) as unknown));

    const vitest = [
      join(dir, "node_modules/vitest/vitest.mjs"),
      "run",
      "--project=unit",
      "--project=database",
    ];
    const files = [
      "src/brand",
      "rename.test",
      "mail",
      "page-title",
      "keys.db",
      "find-session.db",
      "listen.db",
    ];
    await runNode(dir, ...vitest, ...files);
  },
);
