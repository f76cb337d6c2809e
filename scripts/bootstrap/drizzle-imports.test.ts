import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";

/** The names that drizzle-orm exports, and the largest memory of a process that loads it, in MB. */
function loadDrizzle(...flags: string[]) {
  const script = `
    const names = Object.keys({ ...(await import("drizzle-orm")), ...(await import("drizzle-orm/node-postgres")) });
    console.log(JSON.stringify({ names, megabytes: process.resourceUsage().maxRSS / 1_000 }));`;
  const output = execFileSync(process.execPath, [...flags, "--input-type=module", "--eval", script], {
    encoding: "utf8",
    env: { PATH: process.env.PATH },
  });
  return JSON.parse(output) as { names: string[]; megabytes: number };
}

test("a command loads all of drizzle-orm, without parsing its large package.json for each file", () => {
  const plain = loadDrizzle();
  const fast = loadDrizzle("--import", import.meta.resolve("./drizzle-imports.mjs"));
  expect(fast.names).toEqual(plain.names);
  expect(fast.megabytes).toBeLessThan(120);
});
