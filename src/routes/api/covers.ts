import { createFileRoute } from "@tanstack/react-router";
import { handleCoverUpload } from "#features/books/server/handle-cover-upload.ts";
import { operationContext } from "#request.ts";
import { handleAsOperation } from "#rpc/handle-as-operation.ts";
import { services } from "#server/services.ts";

/** Takes covers that people upload for books. */
export const Route = createFileRoute("/api/covers")({
  server: {
    handlers: {
      POST: async ({ request }) => {
        const context = await operationContext(request);
        return await handleAsOperation(request, context, () =>
          handleCoverUpload(request, context, services().files.storeImage),
        );
      },
      // Without it, other methods would render a page.
      ANY: () => new Response("Use POST.\n", { status: 405, headers: { allow: "POST" } }),
    },
  },
});
