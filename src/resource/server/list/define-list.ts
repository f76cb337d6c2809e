import { and, getTableName, sql, type SQL } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Sql } from "#server/database/connect.ts";
import { defaultPageSize, type Direction, type Page } from "#resource/schema.ts";
import { decodeCursor, rejectBadCursor } from "./cursor.ts";
import type { Fetch } from "./fetch-rows.ts";
import type { Filter } from "./filters.ts";
import type { ListTable } from "./keyset-scan.ts";
import { defaultBatchSize, readPage, streamBatches, type ListRequest } from "./read-page.ts";
import { hasSymbolsAndLetters, matchesTerms, splitTerms } from "./search-conditions.ts";
import { defaultScanRows } from "./search.ts";
import { idKeys, type Sort } from "./sorts.ts";

/** The part of a query that all lists have. Every other property is a filter. */
type CommonQuery = { searchTerm?: string; sort: string; direction: Direction };

/** The cursor after which a page begins, and how many records it contains at most. */
type PageQuery = { after?: string; limit?: number };

/** The placeholder for a value of a position. */
const positionName = (index: number) => `after_${index}`;

type FilterName<Query> = Exclude<keyof Query, keyof CommonQuery> & string;

type ListDefinition<Query extends CommonQuery, Item> = {
  table: ListTable;
  /** The column that searches match: folded text with the indexes of a search. */
  searchText?: AnyPgColumn;
  sorts: Record<Query["sort"], Sort>;
  filters: { [Name in FilterName<Query>]-?: Filter<NonNullable<Query[Name]>> };
  /**
   * Columns of a table of counts: the number of records, and the filters by which it is counted. Without counts, totals
   * are exact up to `exactCountLimit`.
   */
  counts?: { count: AnyPgColumn } & { [Name in FilterName<Query>]?: AnyPgColumn };
  fetch: Fetch<Item>;
};

/**
 * Declares a list of records whose id is a UUID or a number. Each sort order needs an index that ends with the id, and another for
 * each `equals` filter, which begins with the filter's column (docs/decisions/0012).
 */
export function defineList<Query extends CommonQuery, Item>(definition: ListDefinition<Query, Item>) {
  const { table, searchText, fetch } = definition;
  const lastKeys = idKeys(table.id);
  const filters = Object.entries<Filter>(definition.filters);
  const counts = new Map<string, AnyPgColumn>(Object.entries(definition.counts ?? {}));

  /** @throws BAD_CURSOR */
  function requestOf(
    query: Query,
    { after: cursor, limit = defaultPageSize }: PageQuery,
    scanRows: number,
  ): ListRequest<Item> {
    const { keys: sortKeys, related } = definition.sorts[query.sort as Query["sort"]];
    const keys = [...sortKeys, ...lastKeys];
    const order = { list: getTableName(table), sort: query.sort };
    const after = cursor === undefined ? undefined : decodeCursor(order, keys.length, cursor);

    const values = new Map<string, unknown>(Object.entries(query));
    const applied = filters
      .map(([name, filter]) => ({ name, filter, value: values.get(name) }))
      .filter(({ value }) => value !== undefined);
    // The indexes of a related order begin with its reference.
    const scanned = applied.find(
      ({ filter }) => filter.isOrdered && (!related || filter.column === related.reference),
    );
    const terms = searchText ? splitTerms(query.searchTerm ?? "") : [];
    const matchConditions = applied
      .filter((it) => it !== scanned)
      .map(({ filter, value }) => filter.matches(filter.column, value));
    // A page of the whole list is requested most.
    const isPrepared = applied.length === 0 && terms.length === 0 && limit === defaultPageSize;
    const { direction } = query;
    return {
      scan: {
        table,
        keys,
        related,
        direction,
        after: isPrepared ? after?.map((_, index) => sql.placeholder(positionName(index))) : after,
        filter: scanned,
        matchCondition: and(searchText && matchesTerms(searchText, terms), ...matchConditions),
        indexCondition: searchText && hasSymbolsAndLetters(searchText, terms),
      },
      limit,
      order,
      counterStatement: terms.length > 0 ? undefined : counterStatement(applied),
      fetch,
      scanRows,
      prepared: isPrepared
        ? {
            name: `list ${order.list} ${order.sort} ${direction}${after ? " after" : ""}`,
            values: Object.fromEntries((after ?? []).map((value, index) => [positionName(index), value])),
          }
        : undefined,
    };
  }

  /** Selects the number of records from the counters; undefined if they don't count by all of the filters. */
  function counterStatement(applied: { name: string; filter: Filter; value: unknown }[]): SQL | undefined {
    const count = counts.get("count");
    const conditions = applied.flatMap(({ name, filter, value }) => {
      const column = counts.get(name);
      return column ? [filter.matches(column, value)] : [];
    });
    if (!count || conditions.length < applied.length) return undefined;
    return sql`select coalesce(sum(${count}), 0) as count from ${count.table} where ${and(...conditions) ?? sql`true`}`;
  }

  /**
   * Reads a page with one statement, or with two or three if its records are searched for. Their cost doesn't depend on
   * the page's position in the list.
   * @param scanRows for tests
   * @throws BAD_CURSOR if `after` isn't a cursor of this list and order
   */
  async function page(
    database: Sql,
    query: Query & PageQuery,
    scanRows = defaultScanRows,
  ): Promise<Page<Item>> {
    const reading = readPage(database, requestOf(query, query, scanRows));
    return await (query.after === undefined ? reading : rejectBadCursor(reading));
  }

  return {
    page,

    /** Handles the operation that lists records. @throws BAD_CURSOR */
    list: ({ input, context }: { input: Query & PageQuery; context: { database: { sql: Sql } } }) =>
      page(context.database.sql, input),

    /** Reads the whole list in order, in batches. @param limit and `scanRows` for tests */
    stream: (
      database: Sql,
      query: Query,
      limit = defaultBatchSize,
      scanRows = 10 * defaultScanRows,
    ): AsyncGenerator<Item[], void> => streamBatches(database, requestOf(query, { limit }, scanRows)),
  };
}
