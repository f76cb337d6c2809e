import { imageIdSchema, storedImageSchema } from "#resource/image-schema.ts";

/** A cover's width divided by its height, as in cover.css. */
export const coverAspectRatio = 5 / 8;

/** The uploaded cover; null for a generated one. */
export const coverSchema = storedImageSchema.nullable();

/** An image id from POST /api/covers; null removes the cover. An update without it leaves the cover unchanged. */
export const coverIdSchema = imageIdSchema("books:errors.coverGone").nullable().optional();
