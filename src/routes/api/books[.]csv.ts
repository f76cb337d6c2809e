import { createFileRoute } from "@tanstack/react-router";
import { handleExport } from "#features/books/server/export/handle-export.ts";
import { operationContext } from "#request.ts";
import { handleAsOperation } from "#rpc/handle-as-operation.ts";

/** The books of a list as a file. */
export const Route = createFileRoute("/api/books.csv")({
  server: {
    handlers: {
      GET: async ({ request }) => {
        const context = await operationContext(request);
        return await handleAsOperation(request, context, () => handleExport(request, context));
      },
      ANY: () => new Response("Use GET.\n", { status: 405, headers: { allow: "GET" } }),
    },
  },
});
