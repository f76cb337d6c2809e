import { join } from "node:path";
import type { Arguments } from "./bootstrap/commands.mjs";
import { runChild } from "./bootstrap/child.mjs";

/** `npm run db:generate`: writes a migration that brings a database to the Drizzle tables. */
export async function run({ options }: Arguments): Promise<number> {
  const drizzleKit = join("node_modules", "drizzle-kit", "bin.cjs");
  const args = [
    ...(options.name ? [`--name=${String(options.name)}`] : []),
    ...(options.custom ? ["--custom"] : []),
  ];
  const { code } = await runChild(process.execPath, [drizzleKit, "generate", ...args]);
  return code;
}
