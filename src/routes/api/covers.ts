import { createFileRoute } from "@tanstack/react-router";
import { coverAspectRatio } from "#features/books/cover/cover-schema.ts";
import { imageUpload } from "#resource/server/image/image-upload.ts";
import { handleAsOperation } from "#rpc/handle-as-operation.server.ts";

/** Takes covers that people upload for books. The widths are for thumbnails, cards and a book's page, also on dense screens. */
const uploadCover = imageUpload({
  permissions: [{ book: ["create"] }, { book: ["update"] }],
  widths: [96, 192, 384, 800],
  aspectRatio: coverAspectRatio,
});

export const Route = createFileRoute("/api/covers")({
  server: { handlers: { POST: handleAsOperation(uploadCover) } },
});
