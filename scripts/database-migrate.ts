import { migrate } from "#server/database/migrate.ts";
import { withDatabase } from "./support/database.ts";
import { createSteps } from "./bootstrap/steps.mjs";
import { parseArguments } from "./support/arguments.ts";

/** `npm run db:migrate`: applies the migrations that the database lacks. */
export async function run(args: string[]): Promise<void> {
  parseArguments(args, { help: "Applies the migrations that are missing." });
  const steps = createSteps();
  const applied = await withDatabase(steps, (database, log) =>
    steps.run("Migrating the database", () => migrate(database, { log })),
  );
  console.log(applied.length > 0 ? `Applied: ${applied.join(", ")}` : "The database is up to date.");
}
