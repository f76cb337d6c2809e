import { createFileRoute } from "@tanstack/react-router";
import { useEffect } from "react";
import { rememberOpenedBook } from "#features/books/opened-books.ts";
import { bookRecords, relatedBooksQuery } from "#features/books/queries.ts";
import { BookScreen } from "#features/books/screens/book-screen.tsx";
import { orNotFound } from "#app/routing/not-found.ts";
import { keepOffline } from "#app/routing/keep-offline.ts";
import { NotFoundScreen } from "#ui/errors/error-screen.tsx";

export const Route = createFileRoute("/app/books/$id")({
  ...keepOffline, // optional: offline
  staticData: { texts: ["books"] },
  loader: async ({ context: { queryClient }, params: { id } }) => {
    await Promise.all([
      orNotFound(queryClient.query({ ...bookRecords.query(id), staleTime: "static" })),
      queryClient.query({ ...relatedBooksQuery(id), staleTime: "static" }),
    ]);
  },
  component: BookPage,
  // Inside the area's layout.
  notFoundComponent: NotFoundScreen,
});

function BookPage() {
  const { id } = Route.useParams();
  const { user } = Route.useRouteContext();
  useEffect(() => {
    if (user.impersonation) return; // optional: impersonation
    rememberOpenedBook(user.id, id);
  }, [user, id]);
  return <BookScreen id={id} />;
}
