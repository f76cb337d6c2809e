import { ORPCError } from "@orpc/server";
import { z } from "zod";
import { callerTransaction } from "#rpc/caller-transaction.server.ts";
import type { OperationContext } from "#rpc/context.ts";
import { requireCaller, requirePermission } from "#rpc/enforce-permission.server.ts";
import type { Permissions } from "#rpc/permissions.ts";
import type { Services } from "#server/services.ts";
import { errorResponse, tooManyRequests } from "#server/http/error-response.ts";
import { consumeLimit } from "#server/limits/rate-limit.ts";
import { storedImageSchema } from "../../image-schema.ts";

type ImageUploadOptions = {
  /** The caller needs one of them. */
  permissions: readonly [Permissions, ...Permissions[]];
  /** The widths in which images are stored, in pixels. */
  widths: number[];
  /** The width divided by the height. */
  aspectRatio: number;
};

/** For each user, over all kinds of images. */
const rateLimit = { limit: 60, windowSeconds: 600 };

const wholeNumber = z
  .string()
  .regex(/^\d{1,5}$/)
  .transform(Number);

const cropSchema = z
  .strictObject({ x: wholeNumber, y: wholeNumber, width: wholeNumber, height: wholeNumber })
  .or(z.strictObject({}).transform(() => undefined));

/**
 * Creates a handler of POST requests: the body is an image file, the response the stored image, which a record can use
 * within a day. `x`, `y`, `width` and `height` in the query select a part of the image, in pixels after EXIF rotation; it
 * is cut to the aspect ratio. Without them the center is used. The body isn't read before the user's permission is
 * checked. The handler throws an ORPCError if it rejects the request.
 */
export function imageUpload({ permissions, widths, aspectRatio }: ImageUploadOptions) {
  return async (
    request: Request,
    context: OperationContext,
    { images }: Pick<Services, "images">,
  ): Promise<Response> => {
    const { user } = requireCaller(context);
    const isPermitted = permissions.some((permission) => context.access.canUser(user, permission));
    if (!isPermitted) requirePermission(context, permissions[0]);
    const crop = cropSchema.safeParse(Object.fromEntries(new URL(request.url).searchParams));
    if (!crop.success) {
      throw new ORPCError("BAD_CROP", {
        status: 400,
        message: "Give x, y, width and height as whole numbers, or none of them.",
      });
    }
    const limit = await consumeLimit(context.database, { key: `image person ${user.id}`, ...rateLimit });
    if (!limit.allowed) return tooManyRequests(limit, "Too many images: try again later.");
    const { image, error } = await images.store(request.body, {
      widths,
      area: crop.data,
      aspectRatio,
      owner: user.id,
      signal: request.signal,
      store: (insert) => callerTransaction(context, insert),
    });
    if (error) return errorResponse(error.status, error.code, error.message);
    return Response.json(storedImageSchema.parse(image));
  };
}
