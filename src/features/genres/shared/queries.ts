import { operations } from "#rpc/client.ts";
import { renewOn } from "#rpc/renewal.ts";

// Genres carry the number of their books.
renewOn(["genres", "books"], operations.genres.key());

/** All genres by name, each with the number of its books. */
export const genresQuery = operations.genres.list.queryOptions();
