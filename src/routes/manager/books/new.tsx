import { createFileRoute } from "@tanstack/react-router";
import { NewBookScreen } from "#features/books/screens/new-book-screen.tsx";
import { genresQuery } from "#features/genres/queries.ts";

export const Route = createFileRoute("/manager/books/new")({
  staticData: { breadcrumb: "books:new.title" },
  loader: async ({ context }) => {
    await context.queryClient.query({ ...genresQuery, staleTime: "static" });
  },
  component: NewBookScreen,
});
