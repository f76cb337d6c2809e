import type { Snapshot } from "./snapshot.ts";

/** The parts of a migration, each a file, in their order: short transactions, and indexes, which no transaction can create. */
export const parts = ["changes", "indexes", "validate", "finish"] as const;
export type Part = (typeof parts)[number];
type Divided = Partial<Record<Part, string[]>>;

/** Statements of drizzle-kit that read all rows while they block others from writing, and what replaces each. */
const rules: [pattern: RegExp, replace: (groups: Record<string, string>) => Divided][] = [
  [
    /^(?<create>CREATE (?:UNIQUE )?INDEX) (?<index>"[^"]+" ON "(?<table>[^"]+)"[^]*)$/,
    ({ create, index }) => ({ indexes: [`${create} CONCURRENTLY IF NOT EXISTS ${index}`] }),
  ],
  [
    /^(?<alter>ALTER TABLE "(?<table>[^"]+)") ADD CONSTRAINT (?<name>"[^"]+") UNIQUE(?<nulls>[^(]*)(?<columns>[^]*?);?$/,
    ({ alter, table, name, nulls, columns }) => ({
      indexes: [`CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS ${name} ON "${table}" ${columns}${nulls};`],
      finish: [`${alter} ADD CONSTRAINT ${name} UNIQUE USING INDEX ${name};`],
    }),
  ],
  [
    /^(?<alter>ALTER TABLE "(?<table>[^"]+)") ADD CONSTRAINT (?<name>"[^"]+") (?<definition>(?:CHECK|FOREIGN KEY)[^]*?);?$/,
    ({ alter, name, definition }) => ({
      changes: [`${alter} ADD CONSTRAINT ${name} ${definition} NOT VALID;`],
      validate: [`${alter} VALIDATE CONSTRAINT ${name};`],
    }),
  ],
  [
    // With the check, PostgreSQL doesn't read the rows again.
    /^(?<alter>ALTER TABLE "(?<table>[^"]+)") ALTER COLUMN "(?<column>[^"]+)" SET NOT NULL/,
    ({ alter, table, column }) => ({
      changes: [
        `${alter} ADD CONSTRAINT "${table}_${column}_present" CHECK ("${column}" IS NOT NULL) NOT VALID;`,
      ],
      validate: [`${alter} VALIDATE CONSTRAINT "${table}_${column}_present";`],
      finish: [
        `${alter} ALTER COLUMN "${column}" SET NOT NULL;`,
        `${alter} DROP CONSTRAINT "${table}_${column}_present";`,
      ],
    }),
  ],
];

/**
 * Divides the statements of a migration so that none blocks the writers of a table that has rows while it reads them
 * (docs/architecture.md, Migrations beside a running release).
 * @param from the tables before
 */
export function divide(statements: string[], from: Snapshot): [Part, string[]][] {
  const existing = new Set(Object.values<{ name: string }>(from.tables).map(({ name }) => name));
  const divided = statements.map((statement): Divided => {
    for (const [pattern, replace] of rules) {
      const groups = pattern.exec(statement)?.groups;
      if (groups && existing.has(groups.table ?? "")) return replace(groups);
    }
    return { changes: [statement] };
  });
  return parts
    .map((part): [Part, string[]] => [part, divided.flatMap((each) => each[part] ?? [])])
    .filter(([, sql]) => sql.length > 0);
}
