import { createFileRoute } from "@tanstack/react-router";
import { managerBookListSearch } from "#features/books/search-params.ts";
import { booksQuery } from "#features/books/queries.ts";
import { ManagerBookListScreen } from "#features/books/screens/manager-book-list-screen.tsx";
import { genresQuery } from "#features/genres/queries.ts";
import { leaveFailureToList } from "#resource/ui/list/leave-failure-to-list.ts";

export const Route = createFileRoute("/manager/books/")({
  ...managerBookListSearch,
  loader: async ({ context: { queryClient }, deps }) => {
    await Promise.all([
      leaveFailureToList(queryClient.infiniteQuery({ ...booksQuery(deps), staleTime: "static" })),
      queryClient.query({ ...genresQuery, staleTime: "static" }),
    ]);
  },
  component: ManagerBooks,
});

function ManagerBooks() {
  return <ManagerBookListScreen search={Route.useSearch()} />;
}
