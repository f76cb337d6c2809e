import { createFileRoute } from "@tanstack/react-router";
import { answerImport } from "#features/books/import/answer.ts";
import { operationContext } from "#request.ts";
import { answerAsOperation } from "#rpc/answer.ts";

/** Takes a file of books, to look at it, to check it or to write it. */
export const Route = createFileRoute("/api/books/imports")({
  server: {
    handlers: {
      POST: async ({ request }) => {
        const context = await operationContext(request);
        return await answerAsOperation(request, context, () => answerImport(request, context));
      },
      // Else a page would be rendered here, which there is none of.
      ANY: () => new Response("Use POST.\n", { status: 405, headers: { allow: "POST" } }),
    },
  },
});
