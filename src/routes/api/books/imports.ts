import { createFileRoute } from "@tanstack/react-router";
import { handleImport, handleImportCancel } from "#features/books/server/import/handle-import.ts";
import { operationContext } from "#request.ts";
import { handleAsOperation } from "#rpc/handle-as-operation.ts";

/** Takes a file of books, to look at it, to check it or to write it, and lets a write be cancelled. */
export const Route = createFileRoute("/api/books/imports")({
  server: {
    handlers: {
      POST: async ({ request }) => {
        const context = await operationContext(request);
        return await handleAsOperation(request, context, () => handleImport(request, context));
      },
      DELETE: async ({ request }) => {
        const context = await operationContext(request);
        return await handleAsOperation(request, context, () => handleImportCancel(request, context));
      },
      // Else a page would be rendered here, which there is none of.
      ANY: () => new Response("Use POST, or DELETE.\n", { status: 405, headers: { allow: "POST, DELETE" } }),
    },
  },
});
