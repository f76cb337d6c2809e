import { bookCounts } from "../table.ts";

/** The number of books of each genre. */
export const uses = { books: bookCounts };
