import { createFileRoute } from "@tanstack/react-router";
import { appBookListSearch } from "#features/books/search-params.ts";
import { booksQuery } from "#features/books/queries.ts";
import { BookListScreen } from "#features/books/screens/book-list-screen.tsx";
import { keepOffline } from "#app/routing/keep-offline.ts";
import { genresQuery } from "#features/genres/queries.ts";
import { leaveFailureToList } from "#resource/ui/list/leave-failure-to-list.ts";

export const Route = createFileRoute("/app/books/")({
  ...keepOffline, // optional: offline
  staticData: { texts: ["books"] },
  ...appBookListSearch,
  loader: async ({ context: { queryClient }, deps }) => {
    await Promise.all([
      leaveFailureToList(queryClient.infiniteQuery({ ...booksQuery(deps), staleTime: "static" })),
      queryClient.query({ ...genresQuery, staleTime: "static" }),
    ]);
  },
  component: Books,
});

function Books() {
  return <BookListScreen search={Route.useSearch()} />;
}
