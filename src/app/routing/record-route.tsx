import { useQuery, type QueryClient } from "@tanstack/react-query";
import { Outlet, useMatch, useParams, useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import type { ManagedRecords } from "#resource/queries.ts";
import { NotFoundScreen } from "#ui/errors/error-screen.tsx";
import { loadedLabel } from "#ui/layout/top-bar.tsx";
import { nextPaint } from "#ui/next-paint.ts";
import { orNotFound } from "./not-found.ts";

type LoaderOptions = { context: { queryClient: QueryClient }; params: { id: string } };

/**
 * Route options for the pages of a record, whose breadcrumb is its name: `createFileRoute("…/$id")(recordRoute(…))`. A
 * missing record is the 404 page.
 * @param records a function, because the chunk of the routes and that of the queries may import each other
 */
export function recordRoute<Item, Input>(
  records: () => Pick<ManagedRecords<Item, Input>, "query" | "nameOf">,
) {
  /** Updates the breadcrumb when someone else changes the name. */
  function RecordPages() {
    const { query, nameOf } = records();
    const { id = "" } = useParams({ strict: false });
    const { data } = useQuery<Item>({ ...query(id), staleTime: Infinity });
    const { matchId, label } = useMatch({
      strict: false,
      select: ({ id: matchId, loaderData }) => ({ matchId, label: loadedLabel(loaderData) }),
    });
    const router = useRouter();
    const isOutdated = data !== undefined && nameOf(data) !== label;

    useEffect(() => {
      if (isOutdated) void router.invalidate({ filter: (each) => each.id === matchId });
    }, [isOutdated, router, matchId]);
    return <Outlet />;
  }

  return {
    // After saving, the name may have changed.
    shouldReload: true,
    loader: {
      // A preloaded page, too, waits for the paint.
      staleReloadMode: "blocking" as const,
      async handler({ context: { queryClient }, params: { id } }: LoaderOptions) {
        const { query, nameOf } = records();
        const [record] = await Promise.all([
          orNotFound(queryClient.query<Item>({ ...query(id), staleTime: "static" })),
          // A record in the cache is shown after the paint that answers the click.
          nextPaint(),
        ]);
        return { breadcrumb: nameOf(record) };
      },
    },
    component: RecordPages,
    // Inside the area's layout.
    notFoundComponent: NotFoundScreen,
  };
}
