import { operationsOf } from "#rpc/client.ts";
import { invalidateOn } from "#rpc/invalidation.ts";
import type { genresContract } from "./contract.ts";

const operations = operationsOf<typeof genresContract>("genres");

invalidateOn(["genres"], operations.key());

/** All genres by name, each with the numbers of records that have it. */
export const genresQuery = operations.list.queryOptions();

/** Genres for the hooks of #resource/queries.ts. */
export const genreRecords = { topic: "genres", operations } as const;
