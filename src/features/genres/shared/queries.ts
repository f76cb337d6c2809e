import { operations } from "#rpc/client.ts";

/** All genres by name, each with the number of its books. */
export const genresQuery = operations.genres.list.queryOptions();
