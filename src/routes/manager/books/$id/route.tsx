import { createFileRoute } from "@tanstack/react-router";
import { bookQuery } from "#features/books/queries.ts";
import { orNotFound } from "#routing/not-found.ts";

export const Route = createFileRoute("/manager/books/$id")({
  // Going on from the form to the page, the book may have another title.
  shouldReload: true,
  loader: async ({ context, params }) => {
    const book = await orNotFound(
      context.queryClient.query({ ...bookQuery(params.id), staleTime: "static" }),
    );
    return { crumb: book.title };
  },
});
