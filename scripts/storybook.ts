import { join } from "node:path";
import type { Arguments } from "./bootstrap/commands.mjs";
import { runChild } from "./bootstrap/child.mjs";

/** `npm run storybook`: serves Storybook at http://localhost:6006, or with `-- build` writes it to storybook-static/. */
export async function run({ positionals }: Arguments): Promise<number> {
  const storybook = join("node_modules", "storybook", "dist", "bin", "dispatcher.js");
  const args = positionals.includes("build") ? ["build"] : ["dev", "--port", "6006", "--no-open"];
  const { code } = await runChild(process.execPath, [storybook, ...args]);
  return code;
}
