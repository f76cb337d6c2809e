import { operationsOf } from "#rpc/client.ts";
import { invalidateOn } from "#rpc/invalidation.ts";
import type { genresContract } from "./contract.ts";

const operations = operationsOf<typeof genresContract>("genres");

// A genre carries its number of books.
invalidateOn(["genres", "books"], operations.key());

/** All genres by name, each with its number of books. */
export const genresQuery = operations.list.queryOptions();

/** Genres for the hooks of #resource/queries.ts. */
export const genreRecords = { topic: "genres", operations } as const;
