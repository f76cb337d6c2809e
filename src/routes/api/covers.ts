import { createFileRoute } from "@tanstack/react-router";
import { handleCoverUpload } from "#features/books/server/handle-cover-upload.ts";
import { handleAsOperation, methodNotAllowed } from "#rpc/handle-as-operation.server.ts";

/** Takes covers that people upload for books. */
export const Route = createFileRoute("/api/covers")({
  server: {
    handlers: {
      POST: handleAsOperation((request, context, { files }) =>
        handleCoverUpload(request, context, files.storeImage),
      ),
      ANY: methodNotAllowed("POST"),
    },
  },
});
