import { createFileRoute } from "@tanstack/react-router";
import { bookQuery } from "#features/books/queries.ts";
import { BookScreen } from "#features/books/screens/book-screen.tsx";
import { orNotFound } from "#app/routing/not-found.ts";

export const Route = createFileRoute("/app/books/$id")({
  staticData: { texts: ["books"] },
  loader: async ({ context, params }) => {
    await orNotFound(context.queryClient.query({ ...bookQuery(params.id), staleTime: "static" }));
  },
  component: BookPage,
});

function BookPage() {
  return <BookScreen id={Route.useParams().id} />;
}
