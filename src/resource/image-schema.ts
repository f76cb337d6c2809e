import { z } from "zod";

const imageId = /^[\da-f]{40}$/;

/** The id of a stored image. @param message the text key for another value */
export function imageIdSchema(message?: string) {
  return z.string().regex(imageId, message);
}

/** A stored image. Its files are /files/<id>-<width>.avif and .webp for each of the widths, in pixels. */
export const storedImageSchema = z.object({
  id: imageIdSchema(),
  width: z.int().positive(),
  height: z.int().positive(),
  widths: z.array(z.int().positive()).min(1).max(16),
});

export type StoredImage = z.infer<typeof storedImageSchema>;
