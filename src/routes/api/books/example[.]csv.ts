import { createFileRoute } from "@tanstack/react-router";
import { handleExampleFile } from "#features/books/server/export/handle-export.ts";
import { operationContext } from "#request.ts";
import { handleAsOperation } from "#rpc/handle-as-operation.ts";

/** A file to begin an import with. */
export const Route = createFileRoute("/api/books/example.csv")({
  server: {
    handlers: {
      GET: async ({ request }) => {
        const context = await operationContext(request);
        return await handleAsOperation(request, context, () => handleExampleFile(context));
      },
      ANY: () => new Response("Use GET.\n", { status: 405, headers: { allow: "GET" } }),
    },
  },
});
