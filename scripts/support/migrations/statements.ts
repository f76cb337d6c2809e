import { generateMigration } from "drizzle-kit/api";
import type { Snapshot } from "./snapshot.ts";

type Part = { name: string };
type Table = {
  columns: Record<string, Part & { generated?: { as: string } }>;
  indexes: Record<string, Part>;
  checkConstraints: Record<string, Part>;
  uniqueConstraints: Record<string, Part>;
};

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
 * Leaves out what PostgreSQL drops together with a changed generated column. drizzle-kit drops and adds that column, and
 * then also adds what uses it.
 */
function withoutDropped(from: Snapshot, to: Snapshot): Snapshot {
  const wanted = to.tables as Record<string, Table>;
  const tables = Object.entries(from.tables as Record<string, Table>).map(([key, table]) => {
    const changed = Object.entries(table.columns).filter(([column, { generated }]) => {
      const next = wanted[key]?.columns[column]?.generated;
      return generated && next && generated.as !== next.as;
    });
    const names = changed.map(([, { name }]) => new RegExp(String.raw`\b${name}\b`));
    const withoutUses = (parts: Record<string, Part>) =>
      Object.fromEntries(
        Object.entries(parts).filter(([, { name: _, ...definition }]) => {
          const text = JSON.stringify(definition);
          return !names.some((name) => name.test(text));
        }),
      );
    const { indexes, checkConstraints, uniqueConstraints } = table;
    return [
      key,
      {
        ...table,
        indexes: withoutUses(indexes),
        checkConstraints: withoutUses(checkConstraints),
        uniqueConstraints: withoutUses(uniqueConstraints),
      },
    ];
  });
  return { ...from, tables: Object.fromEntries(tables) };
}
