import { migrate } from "#server/database/migrate.ts";
import { withDatabase } from "./support/database.ts";
import { createSteps } from "./bootstrap/steps.mjs";

/** `npm run db:migrate`: brings the database to the newest committed migration. */
export async function run(): Promise<void> {
  const steps = createSteps();
  const applied = await withDatabase(steps, (database) =>
    steps.run("Bringing the database up to date", () => migrate(database)),
  );
  steps.print(applied.length > 0 ? `Applied: ${applied.join(", ")}` : "There was nothing to apply.");
}
