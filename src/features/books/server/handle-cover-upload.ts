import { z } from "zod";
import { canUser } from "#access.ts";
import type { OperationContext } from "#rpc/context.ts";
import type { StoreImage } from "#server/files/store-image.ts";
import { errorResponse, tooManyRequests } from "#server/http/error-response.ts";
import { consumeLimit } from "#server/limits/rate-limit.ts";
import { clampArea, largestCenteredArea, type Area, type Size } from "#lib/crop.ts";
import { bookCoverSchema } from "../schema.ts";
import { coverAspectRatio } from "../cover/aspect-ratio.ts";

/** In which widths covers are stored, in pixels: thumbs, cards and a book's own page, on dense screens as well. */
const widths = [96, 192, 384, 800];

/** How many covers a person may upload. */
const uploadLimit = { limit: 60, windowSeconds: 600 };

const wholeNumber = z
  .string()
  .regex(/^\d{1,5}$/)
  .transform(Number);

/** Which part of the picture it is: its middle, or what four numbers say. */
const cropSchema = z
  .strictObject({ x: wholeNumber, y: wholeNumber, width: wholeNumber, height: wholeNumber })
  .or(z.strictObject({}).transform(() => undefined));

/**
 * Takes the cover that somebody uploads (`POST /api/covers`, the file is the body) and answers with the image that a book
 * may refer to within a day. `x`, `y`, `width` and `height` in the query say which part of the picture it is, in pixels of
 * the picture as it is seen; what has no place in it, or not a cover's shape, is cut off. Without them it is the middle.
 * Nothing of the body is read before it is known that the person may do this.
 */
export async function handleCoverUpload(
  request: Request,
  context: OperationContext,
  storeImage: StoreImage,
): Promise<Response> {
  try {
    return await answer(request, context, storeImage);
  } catch (error) {
    // Who has left needs no answer.
    if (request.signal.aborted) throw error;
    const reference = context.requestId;
    context.log.error({ id: reference, err: error }, "A cover could not be kept");
    return errorResponse(500, "INTERNAL_SERVER_ERROR", "The cover could not be stored.", { reference });
  }
}

async function answer(
  request: Request,
  context: OperationContext,
  storeImage: StoreImage,
): Promise<Response> {
  const { caller, adminUserIds, database } = context;
  if (!caller) return errorResponse(401, "UNAUTHORIZED", "Sign in to do this.");
  const mayWrite = (["create", "update"] as const).some((action) =>
    canUser(caller.user, { book: [action] }, adminUserIds),
  );
  if (!mayWrite) return errorResponse(403, "FORBIDDEN", "You are not allowed to access resource: book");
  const asked = cropSchema.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!asked.success) {
    return errorResponse(400, "BAD_CROP", "Give x, y, width and height as whole numbers, or none of them.");
  }
  const limit = await consumeLimit(database.sql, {
    key: `cover person ${caller.user.id}`,
    ...uploadLimit,
  });
  if (!limit.allowed) return tooManyRequests(limit, "Too many covers: try again later.");

  const { image, error } = await storeImage(request.body, {
    widths,
    crop: (size) => coverArea(size, asked.data),
    signal: request.signal,
  });
  if (error) return errorResponse(error.status, error.code, error.message);
  return Response.json(bookCoverSchema.parse(image));
}

function coverArea(size: Size, asked: Area | undefined): Area {
  return largestCenteredArea(asked ? clampArea(size, asked) : { x: 0, y: 0, ...size }, coverAspectRatio);
}
