import { join } from "node:path";
import { runChild } from "./bootstrap/child.mjs";

/** `npm run db:generate`: writes the migration that brings a database to what the tables in src/tables.ts say. */
export async function run(args: string[]): Promise<number> {
  const drizzleKit = join("node_modules", "drizzle-kit", "bin.cjs");
  const { code } = await runChild(process.execPath, [drizzleKit, "generate", ...args]);
  return code;
}
