import { createFileRoute } from "@tanstack/react-router";
import { bookQuery } from "#features/books/queries.ts";
import { orNotFound } from "#routing/not-found.ts";

export const Route = createFileRoute("/manager/books/$id")({
  loader: async ({ context, params }) => {
    const book = await orNotFound(
      context.queryClient.query({ ...bookQuery(params.id), staleTime: "static" }),
    );
    return { crumb: book.title };
  },
});
