import { createFileRoute } from "@tanstack/react-router";
import { booksQuery } from "#features/books/queries.ts";
import { BookListScreen } from "#features/books/screens/book-list-screen.tsx";

export const Route = createFileRoute("/app/books/")({
  staticData: { texts: ["books"] },
  loader: async ({ context }) => {
    await context.queryClient.infiniteQuery({ ...booksQuery, staleTime: "static" });
  },
  component: BookListScreen,
});
