import { createFileRoute } from "@tanstack/react-router";
import { handleTour } from "#app/tour.server.ts";

/** What to try first: for who sits at this machine. */
export const Route = createFileRoute("/dev/tour")({
  server: {
    handlers: { GET: ({ context }) => handleTour(context, context.services.config) },
  },
});
