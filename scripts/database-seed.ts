import { migrate } from "#server/database/migrate.ts";
import { seed } from "../src/seed.ts";
import { withDatabase } from "./support/database.ts";
import { createSteps } from "./bootstrap/steps.mjs";

/** `npm run db:seed`: adds those of the seed's books, genres, people and accounts that are missing. */
export async function run(): Promise<void> {
  const steps = createSteps();
  const added = await withDatabase(steps, async (database) => {
    await steps.run("Bringing the database up to date", () => migrate(database));
    return steps.run("Filling the shelves", () => seed(database));
  });
  steps.print(`Added ${added.books} books and ${added.people} people.`);
}
