import { useMutation, useQueryClient } from "@tanstack/react-query";
import { operationsOf } from "#rpc/client.ts";
import { invalidateOn, invalidateTopic } from "#rpc/invalidation.ts";
import type { VersionedRef } from "#rpc/versioned-ref.ts";
import type { genresContract } from "./contract.ts";
import type { GenreInput } from "./schema.ts";

const operations = operationsOf<typeof genresContract>("genres");

// A genre carries its number of books.
invalidateOn(["genres", "books"], operations.key());

/** All genres by name, each with its number of books. */
export const genresQuery = operations.list.queryOptions();

/** Adds a genre. */
export function useCreateGenre() {
  return useGenreMutation((input: GenreInput) => operations.create.call(input));
}

/** Saves a genre's name and color if it is still in the given version. */
export function useUpdateGenre() {
  return useGenreMutation((genre: GenreInput & VersionedRef) => operations.update.call(genre));
}

/** Deletes a genre that no book has. */
export function useDeleteGenre() {
  return useGenreMutation((id: string) => operations.delete.call({ id }));
}

function useGenreMutation<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  const queryClient = useQueryClient();
  // After an error as well: it may show that someone else changed the genres.
  return useMutation({ mutationFn, onSettled: () => invalidateTopic(queryClient, "genres") });
}
