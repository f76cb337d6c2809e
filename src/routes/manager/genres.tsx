import { createFileRoute } from "@tanstack/react-router";
import { GenresScreen } from "#features/genres/screens/genres-screen.tsx";
import { genresQuery } from "#features/genres/queries.ts";

export const Route = createFileRoute("/manager/genres")({
  staticData: { texts: ["genres"], breadcrumb: "genres:title" },
  loader: async ({ context }) => {
    await context.queryClient.query({ ...genresQuery, staleTime: "static" });
  },
  component: GenresScreen,
});
