import type { AnyProcedure } from "@orpc/server";
import { z } from "zod";
import { invalidInput } from "./invalid-input.server.ts";

/**
 * For oRPC's `interceptors`, where inputs come from a URL: rejects a GET request with query parameters that its operation doesn't
 * know. A misspelled filter would otherwise return everything.
 */
export function rejectUnknownParameters<Result>({
  procedure,
  input,
  next,
}: {
  procedure: AnyProcedure;
  input: unknown;
  next(): Result;
}): Result {
  const { inputSchema, route } = procedure["~orpc"];
  if (route.method === "GET") checkParameterNames(inputSchema, input);
  return next();
}

/** The query parameters of a request, as an operation's input: what is given twice is an array. */
export function readParameters(parameters: URLSearchParams): object {
  const entries = [...new Set(parameters.keys())].map((name) => {
    const values = parameters.getAll(name);
    return [name, values.length > 1 ? values : values[0]] as const;
  });
  return Object.fromEntries(entries);
}

// optional: csv
/**
 * Parses the query parameters of a request that is no operation.
 * @throws BAD_REQUEST, which names the parameters that are invalid, unknown, or given twice
 */
export function parseParameters<Schema extends z.ZodObject>(
  schema: Schema,
  parameters: URLSearchParams,
): z.infer<Schema> {
  const input = readParameters(parameters);
  checkParameterNames(schema, input);
  const { data, error } = schema.safeParse(input);
  if (error) throw invalidInput(error.issues, input);
  return data;
}
// end: csv

function checkParameterNames(schema: unknown, input: unknown): void {
  const known = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  const unknown = Object.keys(input ?? {}).filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  throw invalidInput(
    unknown.map((name) => ({ path: [name], message: "", params: { code: "UNKNOWN" } })),
    input,
  );
}
