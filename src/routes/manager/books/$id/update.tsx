import { createFileRoute } from "@tanstack/react-router";
import { UpdateBookScreen } from "#features/books/screens/update-book-screen.tsx";
import { genresQuery } from "#features/genres/queries.ts";

export const Route = createFileRoute("/manager/books/$id/update")({
  staticData: { breadcrumb: "books:update.title" },
  loader: async ({ context }) => {
    await context.queryClient.query({ ...genresQuery, staleTime: "static" });
  },
  component: UpdateBookScreen,
});
