import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { copyProject } from "../testing/project-copy.ts";
import { check } from "../tools/check/index.ts";
import { rename } from "./rename.ts";
import { drawPictures } from "./support/pictures.ts";
import { temporaryFolder } from "./support/testing.ts";

test("a renamed product has its name everywhere, and draws its pictures", async () => {
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
  expect(await check({ dir, only: ["name", "format"], print: () => {} })).toEqual({ passed: 2, failed: 0 });
});
