import { operations } from "#rpc/client.ts";
import { invalidateOn } from "#rpc/invalidation.ts";

// Genres carry the number of their books.
invalidateOn(["genres", "books"], operations.genres.key());

/** All genres by name, each with the number of its books. */
export const genresQuery = operations.genres.list.queryOptions();
