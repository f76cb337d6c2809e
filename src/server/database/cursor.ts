import { z } from "zod";

/** Encodes a position in a list as the opaque text that a client sends back for the next page. */
export function toCursor(position: unknown): string {
  return Buffer.from(JSON.stringify(position)).toString("base64url");
}

/** The position in a cursor; undefined if a client sent anything else than `schema` allows. */
export function fromCursor<Position>(cursor: string, schema: z.ZodType<Position>): Position | undefined {
  try {
    return schema.safeParse(JSON.parse(Buffer.from(cursor, "base64url").toString())).data;
  } catch {
    return undefined;
  }
}

/**
 * A time in a cursor: ISO 8601 in UTC, and a time that PostgreSQL has. Its years begin with 1.
 * @param precision digits of the seconds' fraction
 */
export function cursorTimeSchema(precision: number) {
  return z.iso.datetime({ precision }).refine((time) => !time.startsWith("0000"));
}
