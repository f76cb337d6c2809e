/** The name of the cookie of the books that a user opened last. */
export const openedBooksCookie = "opened-books";
