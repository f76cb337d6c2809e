import { useQuery } from "@tanstack/react-query";
import { createFileRoute, Outlet, useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { bookQuery } from "#features/books/queries.ts";
import { orNotFound } from "#app/routing/not-found.ts";

export const Route = createFileRoute("/manager/books/$id")({
  // Going on from the form to the page, the book may have another title.
  shouldReload: true,
  loader: async ({ context, params }) => {
    const book = await orNotFound(
      context.queryClient.query({ ...bookQuery(params.id), staleTime: "static" }),
    );
    return { breadcrumb: book.title };
  },
  component: BookPages,
});

/** The book's pages, whose way back follows its title when somebody else changes that. */
function BookPages() {
  const { breadcrumb } = Route.useLoaderData();
  const { data } = useQuery({ ...bookQuery(Route.useParams().id), staleTime: Infinity });
  const router = useRouter();
  const isOld = data !== undefined && data.title !== breadcrumb;

  useEffect(() => {
    if (isOld) void router.invalidate({ filter: ({ routeId }) => routeId === Route.id });
  }, [isOld, router]);
  return <Outlet />;
}
