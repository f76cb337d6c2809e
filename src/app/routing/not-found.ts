import { notFound } from "@tanstack/react-router";
import { apiErrorOf } from "#lib/api-error.ts";

/**
 * What an operation found.
 * @throws the router's "not found", which shows the 404 page, where there is no such record.
 */
export async function orNotFound<Found>(found: Promise<Found>): Promise<Found> {
  try {
    return await found;
  } catch (error) {
    if (apiErrorOf(error)?.code === "NOT_FOUND") throw notFound();
    throw error;
  }
}
