import { notFound } from "@tanstack/react-router";
import { apiErrorOf } from "#lib/api-error.ts";

/** Passes a record on. @throws the router's "not found", which shows the 404 page, for an operation's NOT_FOUND */
export async function orNotFound<Value>(record: Promise<Value>): Promise<Value> {
  try {
    return await record;
  } catch (error) {
    if (apiErrorOf(error)?.code === "NOT_FOUND") throw notFound();
    throw error;
  }
}
