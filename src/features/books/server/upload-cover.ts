import { imageUpload } from "#resource/server/image/image-upload.ts";
import { coverAspectRatio } from "../schema.ts";

/** Handles POST /api/covers. The widths are for thumbnails, cards and a book's page, also on dense screens. */
export const uploadCover = imageUpload({
  permissions: [{ book: ["create"] }, { book: ["update"] }],
  widths: [96, 192, 384, 800],
  aspectRatio: coverAspectRatio,
});
