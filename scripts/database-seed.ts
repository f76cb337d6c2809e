import { seedDatabase } from "#app/seed.server.ts";
import { migrate } from "#server/database/migrate.ts";
import { withDatabase } from "./support/database.ts";
import { createSteps } from "./bootstrap/steps.mjs";

/** `npm run db:seed`: adds the seed's rows that are missing. */
export async function run(): Promise<void> {
  const steps = createSteps();
  const added = await withDatabase(steps, async (database) => {
    await steps.run("Migrating the database", () => migrate(database));
    return steps.run("Seeding the database", () => seedDatabase(database));
  });
  const counts = Object.entries(added).map(([name, count]) => `${count} ${name}`);
  steps.print(`Added ${counts.join(", ")}.`);
}
