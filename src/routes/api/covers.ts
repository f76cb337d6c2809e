import { createFileRoute } from "@tanstack/react-router";
import { uploadCover } from "#features/books/server/upload-cover.ts";
import { handleAsOperation, methodNotAllowed } from "#rpc/handle-as-operation.server.ts";

/** Takes covers that people upload for books. */
export const Route = createFileRoute("/api/covers")({
  server: { handlers: { POST: handleAsOperation(uploadCover), ANY: methodNotAllowed("POST") } },
});
