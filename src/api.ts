import { accountApi } from "#features/account/api.ts";
import { accountContract } from "#features/account/contract.ts";
import { booksApi } from "#features/books/api.ts";
import { booksContract } from "#features/books/contract.ts";

/** Every operation that the product offers: a line for each feature. */
export const contract = {
  account: accountContract,
  books: booksContract,
};

/** What happens when they are called. */
export const api = {
  account: accountApi,
  books: booksApi,
};
