import { join } from "node:path";
import { runChild } from "./child.mjs";

/** `npm run fix`: mends what `npm run check` finds and a tool can mend, on the named files or on all. */
export async function run(files: string[]): Promise<number> {
  const lint = await tool("oxlint", ["--fix", ...files]);
  const format = await tool("oxfmt", files);
  return Math.max(lint, format);
}

async function tool(name: string, args: string[]): Promise<number> {
  const { code } = await runChild(process.execPath, [join("node_modules", name, "bin", name), ...args]);
  return code;
}
