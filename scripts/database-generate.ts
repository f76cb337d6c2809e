import { join } from "node:path";
import { runChild } from "./bootstrap/child.mjs";
import { parseArguments } from "./support/arguments.ts";

/** `npm run db:generate`: writes a migration that brings a database to the Drizzle tables. */
export async function run(args: string[]): Promise<number> {
  const { values } = parseArguments(args, {
    help: `Writes a migration from the Drizzle tables.

Usage: npm run db:generate -- [options]
  --name <name>  Names the migration's file.
  --custom       Writes an empty migration.`,
    options: { name: { type: "string" }, custom: { type: "boolean" } },
  });
  const drizzleKit = join("node_modules", "drizzle-kit", "bin.cjs");
  const drizzleArguments = [
    ...(values.name ? [`--name=${values.name}`] : []),
    ...(values.custom ? ["--custom"] : []),
  ];
  const { code } = await runChild(process.execPath, [drizzleKit, "generate", ...drizzleArguments]);
  return code;
}
