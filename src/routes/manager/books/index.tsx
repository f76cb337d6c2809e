import { createFileRoute } from "@tanstack/react-router";
import { booksQuery } from "#features/books/queries.ts";
import { ManagerBookListScreen } from "#features/books/screens/manager-book-list-screen.tsx";

export const Route = createFileRoute("/manager/books/")({
  loader: async ({ context }) => {
    await context.queryClient.infiniteQuery({ ...booksQuery, staleTime: "static" });
  },
  component: ManagerBookListScreen,
});
