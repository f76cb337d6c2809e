import { ORPCError } from "@orpc/server";
import { z } from "zod";
import { badCursorError } from "#resource/contract.ts";
import { fromCursor, toCursor } from "#server/database/cursor.ts";

/** A position in a list: the sort keys of the last record that was read. The id comes last, so that positions are unique. */
export type Position = (string | null)[];

/** An order of a list, as its cursors name it. */
export type CursorOrder = { list: string; sort: string };

const cursorSchema = z.array(z.string().nullable());

/** A position as the opaque text that a client sends back. */
export function encodeCursor({ list, sort }: CursorOrder, position: Position): string {
  return toCursor([list, sort, ...position]);
}

/** The position in a cursor, which has as many values as the order has keys. @throws BAD_CURSOR */
export function decodeCursor(order: CursorOrder, keyCount: number, cursor: string): Position {
  const [list, sort, ...position] = fromCursor(cursor, cursorSchema) ?? [];
  if (list !== order.list || sort !== order.sort || position.length !== keyCount) throw badCursor();
  return position;
}

/** Reads what follows a cursor. The database rejects values that the sort keys can't have. @throws BAD_CURSOR */
export async function rejectBadCursor<Result>(reading: Promise<Result>): Promise<Result> {
  try {
    return await reading;
  } catch (error) {
    const { cause } = error as { cause?: { code?: unknown } };
    // PostgreSQL's class of errors "data exception".
    throw String(cause?.code).startsWith("22") ? badCursor() : error;
  }
}

/** The error of a client that sends another cursor than it got. */
function badCursor() {
  return new ORPCError("BAD_CURSOR", { defined: true, ...badCursorError, data: { fields: ["after"] } });
}
