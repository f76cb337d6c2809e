import { z } from "zod";

export const badCursorError = {
  status: 400,
  message: "This position is not in the list.",
  data: z.object({ fields: z.array(z.literal("after")) }),
} as const;

/** The errors of an operation that reads a page of a list. `fields` names the parameter that the error is about. */
export const listErrors = { BAD_CURSOR: badCursorError };
