import { useQuery } from "@tanstack/react-query";
import { createFileRoute, Outlet, useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { orNotFound } from "#app/routing/not-found.ts";
import { userQuery } from "#features/users/queries.ts";

export const Route = createFileRoute("/manager/users/$id")({
  // After saving, the name may have changed.
  shouldReload: true,
  loader: async ({ context, params }) => {
    const user = await orNotFound(
      context.queryClient.query({ ...userQuery(params.id), staleTime: "static" }),
    );
    return { breadcrumb: user.name ?? user.email };
  },
  component: UserPages,
});

/** The user's pages. Their breadcrumb is updated when someone else changes the name. */
function UserPages() {
  const { breadcrumb } = Route.useLoaderData();
  const { data } = useQuery({ ...userQuery(Route.useParams().id), staleTime: Infinity });
  const router = useRouter();
  const isOutdated = data !== undefined && (data.name ?? data.email) !== breadcrumb;

  useEffect(() => {
    if (isOutdated) void router.invalidate({ filter: ({ routeId }) => routeId === Route.id });
  }, [isOutdated, router]);
  return <Outlet />;
}
