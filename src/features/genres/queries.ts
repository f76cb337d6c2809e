import { useMutation, useQueryClient } from "@tanstack/react-query";
import { client, operations } from "#rpc/client.ts";
import { invalidateOn } from "#rpc/invalidation.ts";
import type { VersionedRef } from "#rpc/versioned-ref.ts";
import type { GenreInput } from "./schema.ts";

// A genre carries its number of books.
invalidateOn(["genres", "books"], operations.genres.key());

/** All genres by name, each with its number of books. */
export const genresQuery = operations.genres.list.queryOptions();

/** Adds a genre. */
export function useCreateGenre() {
  return useGenreWrite((input: GenreInput) => client.genres.create(input));
}

/** Renames or recolours a genre. */
export function useUpdateGenre() {
  return useGenreWrite((genre: GenreInput & VersionedRef) => client.genres.update(genre));
}

/** Deletes a genre that no book has. */
export function useDeleteGenre() {
  return useGenreWrite((id: string) => client.genres.delete({ id }));
}

/**
 * A change of genres. Books carry theirs, so both are asked for again where they are shown, and begin anew elsewhere:
 * after a refusal as well, which tells that somebody else changed them.
 */
function useGenreWrite<Input, Output>(write: (input: Input) => Promise<Output>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: write,
    onSettled: async () => {
      const keys = [operations.genres.key(), operations.books.key()];
      for (const queryKey of keys) queryClient.removeQueries({ queryKey, type: "inactive" });
      await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
    },
  });
}
