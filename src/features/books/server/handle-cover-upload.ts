import { ORPCError } from "@orpc/server";
import { z } from "zod";
import type { OperationContext } from "#rpc/context.ts";
import { requireCaller } from "#rpc/enforce-permission.server.ts";
import type { StoreImage } from "#server/files/store-image.ts";
import { errorResponse, tooManyRequests } from "#server/http/error-response.ts";
import { consumeLimit } from "#server/limits/rate-limit.ts";
import { bookCoverSchema, coverAspectRatio } from "../schema.ts";

/** The widths in which covers are stored, in pixels: for thumbnails, cards and a book's page, also on dense screens. */
const widths = [96, 192, 384, 800];

const rateLimit = { limit: 60, windowSeconds: 600 };

const wholeNumber = z
  .string()
  .regex(/^\d{1,5}$/)
  .transform(Number);

const cropSchema = z
  .strictObject({ x: wholeNumber, y: wholeNumber, width: wholeNumber, height: wholeNumber })
  .or(z.strictObject({}).transform(() => undefined));

/**
 * Handles POST /api/covers: the body is an image file, the response the stored image, which a book can use within a day.
 * `x`, `y`, `width` and `height` in the query select a part of the image, in pixels after EXIF rotation; it is cut to a
 * cover's aspect ratio. Without them the center is used. The body isn't read before the user's permission is checked.
 * @throws ORPCError if the request is rejected
 */
export async function handleCoverUpload(
  request: Request,
  context: OperationContext,
  storeImage: StoreImage,
): Promise<Response> {
  const { user } = requireCaller(context);
  const canWrite = (["create", "update"] as const).some((action) =>
    context.access.canUser(user, { book: [action] }),
  );
  if (!canWrite)
    throw new ORPCError("FORBIDDEN", { message: "You are not allowed to access resource: book" });
  const crop = cropSchema.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!crop.success) {
    throw new ORPCError("BAD_CROP", {
      status: 400,
      message: "Give x, y, width and height as whole numbers, or none of them.",
    });
  }
  const limit = await consumeLimit(context.database.sql, { key: `cover person ${user.id}`, ...rateLimit });
  if (!limit.allowed) return tooManyRequests(limit, "Too many covers: try again later.");
  const { image, error } = await storeImage(request.body, {
    widths,
    area: crop.data,
    aspectRatio: coverAspectRatio,
    owner: user.id,
    signal: request.signal,
  });
  if (error) return errorResponse(error.status, error.code, error.message);
  return Response.json(bookCoverSchema.parse(image));
}
