import { migrate } from "#server/database/migrate.ts";
import { withDatabase } from "./support/database.ts";
import { createSteps } from "./bootstrap/steps.mjs";

/** `npm run db:migrate`: applies the migrations that the database lacks. */
export async function run(): Promise<void> {
  const steps = createSteps();
  const applied = await withDatabase(steps, (database) =>
    steps.run("Migrating the database", () => migrate(database)),
  );
  steps.print(applied.length > 0 ? `Applied: ${applied.join(", ")}` : "The database is up to date.");
}
