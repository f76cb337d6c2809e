import { createFileRoute } from "@tanstack/react-router";
import { handleCoverUpload } from "#features/books/server/handle-cover-upload.ts";
import { operationContext } from "#request.ts";
import { services } from "#server/services.ts";

/** Takes covers that people upload for books. */
export const Route = createFileRoute("/api/covers")({
  server: {
    handlers: {
      POST: async ({ request }) =>
        await handleCoverUpload(request, await operationContext(request), services().files.storeImage),
      // Else a page would be rendered here, which there is none of.
      ANY: () => new Response("Use POST.\n", { status: 405, headers: { allow: "POST" } }),
    },
  },
});
