import { createFileRoute, redirect } from "@tanstack/react-router";
import { managerHome } from "#app/features.ts";

export const Route = createFileRoute("/manager/")({
  beforeLoad: () => {
    throw redirect({ to: managerHome });
  },
});
