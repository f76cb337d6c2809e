import { ORPCError } from "@orpc/server";
import { z } from "zod";
import { badCursorError } from "#resource/contract.ts";
import { fromCursor, toCursor } from "#server/database/cursor.ts";
import type { SortKey } from "./sorts.ts";

/** A position in a list: the sort keys of the last record that was read. The id comes last, so that positions are unique. */
export type Position = (string | null)[];

/** An order of a list, as its cursors name it. */
export type CursorOrder = { list: string; sort: string };

/** A position as the opaque text that a client sends back. */
export function encodeCursor({ list, sort }: CursorOrder, position: Position): string {
  return toCursor([list, sort, ...position]);
}

/** The position in a cursor; undefined if it is of another order, or has values that the sort keys can't have. */
export function decodeCursor(order: CursorOrder, keys: SortKey[], cursor: string): Position | undefined {
  const [list, sort, ...values] = fromCursor(cursor, z.array(z.unknown())) ?? [];
  if (list !== order.list || sort !== order.sort || values.length !== keys.length) return undefined;
  const position = keys.map(({ schema }, index) => schema.safeParse(values[index]).data);
  return position.every((value) => value !== undefined) ? position : undefined;
}

/** The error of a client that sends another cursor than it got. */
export function badCursor() {
  return new ORPCError("BAD_CURSOR", { defined: true, ...badCursorError, data: { fields: ["after"] } });
}
