import { eq, getTableName, sql, type SQL } from "drizzle-orm";
import type { AnyPgColumn, PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Sql } from "#server/database/connect.ts";
import { selectById } from "#server/database/prepared.ts";
import {
  type Field,
  type Fields,
  inputName,
  type QueryOf,
  type RecordOf,
  type ReferenceField,
} from "../fields.ts";
import type { Reference } from "../reference-schema.ts";
import { columnOf, type FieldColumns, fieldFilters, fieldSorts } from "./fields.ts";
import { defineList } from "./list/define-list.ts";
import { fetchBy } from "./list/fetch-rows.ts";
import type { RecordTable } from "./record-store.ts";

type FieldTable<F extends Fields> = RecordTable & FieldColumns<F, AnyPgColumn> & { searchText: PgColumn };

type StoreOptions<F extends Fields> = {
  /** From `countTable`. */
  counts: { count: AnyPgColumn };
  references: References<F>;
};

/** The records to which a field refers: the columns of their ids and names. */
type ReferenceTarget = { id: PgColumn; names: readonly PgColumn[] };

/** From `referenceTo`, for each field that is a reference. */
export type References<F extends Fields> = Readonly<Record<ReferenceField<F>, ReferenceTarget>>;

/** Reads the records of a table with the fields: those with some ids, and the list, by page and as a stream. */
export function fieldStore<F extends Fields>(
  fields: F,
  table: FieldTable<F>,
  { counts, references }: StoreOptions<F>,
) {
  type Item = RecordOf<F>;
  const referred = Object.entries<ReferenceTarget>(references).map(([name, target]) => {
    const column = columnOf<PgColumn>(table, inputName(name, fields[name] as Field));
    return [name, selectReference(column, target)];
  });
  const selected = { record: table, ...(Object.fromEntries(referred) as Record<string, SQL>) };
  const toItem = (row: object) => {
    const { record, ...others } = row as { record: object | null };
    return record && ({ ...record, ...others } as unknown as Item);
  };
  const select = selectById(`find ${getTableName(table)}`, table.id, (database, isWanted) =>
    database.select(selected).from<PgTable>(table).where(isWanted),
  );
  return {
    find: async (database: Sql, ids: readonly string[]): Promise<Item[]> =>
      (await select(database, ids)).map(toItem).filter((item) => item !== null),
    list: defineList<QueryOf<F>, Item>({
      table,
      searchText: table.searchText,
      sorts: fieldSorts(fields, table),
      // Of the fields' types, which TypeScript doesn't compute here.
      filters: fieldFilters(fields, table) as never,
      counts,
      fetch: fetchBy(
        (database, { from, id, columns }) =>
          database
            .select({ ...columns, ...selected })
            .from(from)
            .leftJoin<PgTable>(table, eq(table.id, id)),
        toItem,
      ),
    }),
  };
}

/**
 * What a field refers to.
 * @param id that of the other table, which may be the same one
 * @param names the columns of its name, by which lists are sorted; a later one is shown where those before are empty
 */
export function referenceTo(id: PgColumn, ...names: [PgColumn, ...PgColumn[]]): ReferenceTarget {
  return { id, names };
}

/** The record to which a column refers, by an index look-up for each row. */
function selectReference(column: PgColumn, { id, names }: ReferenceTarget) {
  const referred = ({ name }: PgColumn) => sql`referred.${sql.identifier(name)}`;
  const name = sql.join(names.map(referred), sql`, `);
  return sql<Reference | null>`(select json_build_object('id', ${referred(id)}, 'name', coalesce(${name}))
    from ${id.table} as referred where ${referred(id)} = ${column})`;
}
