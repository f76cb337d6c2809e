import { implement } from "@orpc/server";
import { accountApi } from "#features/auth/api.ts";
import { accountContract } from "#features/auth/contract.ts";
import { booksApi } from "#features/books/api.ts";
import { booksContract } from "#features/books/contract.ts";
import { genresApi } from "#features/genres/api.ts";
import { genresContract } from "#features/genres/contract.ts";
import type { OperationContext } from "#rpc/context.ts";
import { enforcePermission } from "#rpc/permission.ts";

/** Every operation that the product offers: a line for each feature. */
export const contract = {
  account: accountContract,
  books: booksContract,
  genres: genresContract,
};

/** What happens when they are called, behind the permission that each names. */
export const api = implement(contract).$context<OperationContext>().use(enforcePermission).router({
  account: accountApi,
  books: booksApi,
  genres: genresApi,
});
