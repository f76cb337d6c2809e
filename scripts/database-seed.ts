import { seedDatabase } from "#app/run/seed.server.ts";
import { type Config, isLoopback, readConfig, servesLoopbackOnly } from "#server/config.ts";
import { migrate } from "#server/database/migrate.ts";
import { createSteps } from "./bootstrap/steps.mjs";
import { parseArguments } from "./support/arguments.ts";
import { withDatabase } from "./support/database.ts";

/** `npm run db:seed`: adds the seed's rows that are missing, the demo accounts only on this machine or with `--accounts`. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArguments(args, {
    help: `Adds the demo data that is missing.

Usage: npm run db:seed -- [--accounts]
  --accounts  Adds the demo accounts even if the product or its database isn't on this machine.`,
    options: { accounts: { type: "boolean" } },
  });
  const steps = createSteps();
  const withAccounts = values.accounts === true || isLocal(readConfig(process.env));
  const added = await withDatabase(steps, async (database, log) => {
    await steps.run("Migrating the database", () => migrate(database, { log }));
    return steps.run("Seeding the database", () => seedDatabase(database, { withAccounts }));
  });
  const counts = Object.entries(added).map(([name, count]) => `${count} ${name}`);
  console.log(`Added ${counts.join(", ")}.`);
  if (!withAccounts)
    console.log(
      "Added no accounts, because others may reach them. Add -- --accounts if only you use this database.",
    );
}

/** Whether both the product and its database are on this machine only. */
export function isLocal({ databaseUrl, databaseDirectUrl, ...config }: Config): boolean {
  const hosts = [databaseUrl, databaseDirectUrl].map((url) => (url ? new URL(url).hostname : ""));
  // An empty host is a socket.
  return servesLoopbackOnly(config) && hosts.every((host) => host === "" || isLoopback(host));
}
