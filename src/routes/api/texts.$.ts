import { createFileRoute } from "@tanstack/react-router";
import { handleAreaTexts } from "#app/area-texts.server.ts";
import { methodNotAllowed } from "#rpc/handle-as-operation.server.ts";

/** The texts of an area in one language. */
export const Route = createFileRoute("/api/texts/$")({
  server: {
    handlers: { GET: handleAreaTexts, HEAD: handleAreaTexts, ANY: methodNotAllowed("GET", "HEAD") },
  },
});
