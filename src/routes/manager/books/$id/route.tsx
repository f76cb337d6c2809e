import { useQuery } from "@tanstack/react-query";
import { createFileRoute, Outlet, useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { bookQuery } from "#features/books/queries.ts";
import { orNotFound } from "#app/routing/not-found.ts";

export const Route = createFileRoute("/manager/books/$id")({
  // After saving, the title may have changed.
  shouldReload: true,
  loader: async ({ context, params }) => {
    const book = await orNotFound(
      context.queryClient.query({ ...bookQuery(params.id), staleTime: "static" }),
    );
    return { breadcrumb: book.title };
  },
  component: BookPages,
});

/** The book's pages. Their breadcrumb is updated when someone else changes the title. */
function BookPages() {
  const { breadcrumb } = Route.useLoaderData();
  const { data } = useQuery({ ...bookQuery(Route.useParams().id), staleTime: Infinity });
  const router = useRouter();
  const isOutdated = data !== undefined && data.title !== breadcrumb;

  useEffect(() => {
    if (isOutdated) void router.invalidate({ filter: ({ routeId }) => routeId === Route.id });
  }, [isOutdated, router]);
  return <Outlet />;
}
