import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { openedBooks } from "#features/books/opened-books.ts";
import { booksByIdQuery, latestBooksQuery } from "#features/books/queries.ts";
import { NewestBooks } from "#features/books/screens/newest-books.tsx";
import { OpenedBooksCard } from "#features/books/screens/opened-books-card.tsx";
import { HomeScreen } from "#features/home/screens/home-screen.tsx";

export const Route = createFileRoute("/app/")({
  staticData: { texts: ["books"] },
  loader: async ({ context: { queryClient, user } }) => {
    const openedIds = openedBooks(user.id);
    await Promise.all([
      queryClient.query({ ...latestBooksQuery, staleTime: "static" }),
      openedIds.length > 0 && queryClient.query({ ...booksByIdQuery(openedIds), staleTime: "static" }),
    ]);
    return { openedIds };
  },
  component: Home,
});

function Home() {
  const { user } = Route.useRouteContext();
  const { openedIds } = Route.useLoaderData();
  const { data: newest } = useSuspenseQuery(latestBooksQuery);
  return (
    <HomeScreen
      areas={user.areas}
      hasBooks={newest.length > 0}
      newest={<NewestBooks canAdd={user.areas.manager} />}
      opened={<OpenedBooksCard ids={openedIds} />}
    />
  );
}
