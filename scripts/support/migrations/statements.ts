import { generateMigration } from "drizzle-kit/api";
import type { Snapshot } from "./snapshot.ts";

type Table = Snapshot["tables"][string];

/** The statements of drizzle-kit in the order in which PostgreSQL accepts them; those that match none come second. */
const order = [
  // Before dropped tables, with which a foreign key that refers to them disappears.
  / RENAME | DROP CONSTRAINT /,
  undefined,
  // After the columns that they use.
  /^ALTER TABLE .* ADD COLUMN .* GENERATED ALWAYS AS \(/s,
  /^CREATE (UNIQUE )?INDEX |^ALTER TABLE .* ADD CONSTRAINT /,
];

/** The SQL that changes a database from one version of the tables to another. On a terminal, it asks about renamed columns. */
export async function migrationStatements(from: Snapshot, to: Snapshot): Promise<string[]> {
  const statements = await generateMigration(withoutDropped(from, to), to);
  const rank = (statement: string) => {
    const found = order.findIndex((pattern) => pattern?.test(statement));
    return found < 0 ? order.indexOf(undefined) : found;
  };
  return statements.map((statement) => statement.trim()).sort((a, b) => rank(a) - rank(b));
}

/**
 * Leaves out what PostgreSQL drops together with a changed generated column, so that drizzle-kit, which drops and adds
 * that column, adds it again, too.
 */
function withoutDropped(from: Snapshot, to: Snapshot): Snapshot {
  const tables = Object.entries(from.tables).map(([name, table]): [string, Table] => {
    const changed = Object.entries(table.columns).filter(([key, { generated }]) => {
      const wanted = to.tables[name]?.columns[key]?.generated;
      return generated && wanted && wanted.as !== generated.as;
    });
    const names = changed.map(([, column]) => new RegExp(String.raw`\b${column.name}\b`));
    const keep = <Value>(values: Record<string, Value>) =>
      Object.fromEntries(
        Object.entries(values).filter(([, value]) => {
          const { name: _, ...definition } = value as Value & { name: string };
          return !names.some((each) => each.test(JSON.stringify(definition)));
        }),
      );
    return [
      name,
      {
        ...table,
        indexes: keep(table.indexes),
        checkConstraints: keep(table.checkConstraints),
        uniqueConstraints: keep(table.uniqueConstraints),
      },
    ];
  });
  return { ...from, tables: Object.fromEntries(tables) };
}
