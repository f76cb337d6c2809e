import { z } from "zod";
import { storedText, typedText } from "#rpc/text.ts";

export const viewNameLimit = 60;

/** The maximum number of views of a list for each person, and of those for everyone. */
export const viewLimit = 20;

const searchLimits = { parameters: 20, text: 200 };

/** A value of the URL. Characters that can't be stored count as spaces. */
const searchValueSchema = z.union([
  z.boolean(),
  z
    .string()
    .max(searchLimits.text)
    .overwrite((text) => text.toWellFormed().replaceAll(/\p{Cc}/gu, " ")),
]);

/** The URL parameters of a list. The list drops those that it doesn't know. They are counted before each is validated. */
const viewSearchSchema = z
  .record(z.string(), z.unknown())
  .refine((search) => Object.keys(search).length <= searchLimits.parameters)
  .pipe(z.record(z.string().regex(/^[a-zA-Z]{1,40}$/), searchValueSchema));

export type ViewSearch = z.infer<typeof viewSearchSchema>;

/** What users write of a view. */
export const viewInputSchema = z.object({
  name: typedText(viewNameLimit, "common:errors.required"),
  search: viewSearchSchema,
});

export type ViewInput = z.infer<typeof viewInputSchema>;

/** A saved view of a list: its search term, filters, order and columns under a name. */
export const savedViewSchema = z.object({
  id: z.uuid(),
  name: storedText(viewNameLimit),
  search: viewSearchSchema,
  /** Whether it is for everyone who can read the list, and not the caller's own. */
  isShared: z.boolean(),
});

export type SavedView = z.infer<typeof savedViewSchema>;
