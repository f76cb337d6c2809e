import pg from "pg";
import { StartError } from "#server/start-error.ts";
import { temporaryErrorCode } from "#server/unavailable.ts";

/** Errors of values and constraints, and of what is no sequence. */
const rejectedCodes = /^(?:22...|23...|54...|42809)$/;

/**
 * An error of PostgreSQL in a sentence, without values of rows.
 * @param outcome what the command leaves, as a sentence
 */
export function databaseError(error: unknown, outcome = ""): unknown {
  const sentence = sentenceOf(error);
  return sentence ? new StartError(`${sentence} ${outcome}`.trimEnd(), { cause: error }) : error;
}

function sentenceOf(error: unknown): string | undefined {
  if (error instanceof StartError) return undefined;
  if (temporaryErrorCode(error)) return "The database stopped or can't be used now: run the command again.";
  if (!(error instanceof pg.DatabaseError)) return undefined;
  const { code = "", table, message } = error;
  if (rejectedCodes.test(code))
    return `The backup's rows don't fit their tables (${[code, table].filter(Boolean).join(", ")}): use another copy of it.`;
  if (code === "42501")
    return `The role in DATABASE_URL lacks a right (${message}): use the role that owns the database.`;
  return `The database reported an error (${message}): check the role in DATABASE_URL.`;
}
