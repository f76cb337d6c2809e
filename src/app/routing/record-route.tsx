import { useQuery, type QueryClient } from "@tanstack/react-query";
import { Outlet, useMatch, useParams, useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import type { ManagedRecords } from "#resource/queries.ts";
import { loadedLabel } from "#ui/layout/top-bar.tsx";
import { orNotFound } from "./not-found.ts";

type NamedRecords<Item, Input> = Pick<ManagedRecords<Item, Input>, "query" | "nameOf">;
type LoaderOptions = { context: { queryClient: QueryClient }; params: { id: string } };

/**
 * Loads the record of a route with `$id`, whose breadcrumb is its name. A missing record is the 404 page. The router splits only
 * loaders and components that a route's file contains: a function that returns them would be in the first page's scripts.
 */
export async function loadRecord<Item, Input>(
  { query, nameOf }: NamedRecords<Item, Input>,
  { context: { queryClient }, params: { id } }: LoaderOptions,
) {
  const record = await orNotFound(queryClient.query<Item>({ ...query(id), staleTime: "static" }));
  return { breadcrumb: nameOf(record) };
}

/** The pages of that route. Updates the breadcrumb when someone else changes the name. */
export function RecordPages<Item, Input>({ records }: { records: NamedRecords<Item, Input> }) {
  const { query, nameOf } = records;
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
