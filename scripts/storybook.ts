import { join } from "node:path";
import { runChild } from "./bootstrap/child.mjs";
import { parseArguments } from "./support/arguments.ts";

/** `npm run storybook`: serves Storybook at http://localhost:6006, or with `-- build` writes it to dist/storybook/. */
export async function run(args: string[]): Promise<number> {
  const help = "Shows every component at http://localhost:6006.\n\nUsage: npm run storybook -- [build]";
  const { positionals } = parseArguments(args, { help, positionals: ["build"] });
  const storybook = join("node_modules", "storybook", "dist", "bin", "dispatcher.js");
  const storybookArguments = positionals.includes("build")
    ? ["build", "--output-dir", join("dist", "storybook")]
    : ["dev", "--port", "6006", "--no-open"];
  const { code } = await runChild(process.execPath, [storybook, ...storybookArguments]);
  return code;
}
