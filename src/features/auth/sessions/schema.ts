import { z } from "zod";

/** The number of sessions on a page of the list. */
export const sessionPageSize = 20;

/** A user's session, without anything that would let a reader use it. */
export const sessionSchema = z.object({
  id: z.uuid(),
  /** The first 8 characters of its token. */
  token: z.string().max(8),
  /** The names of the browser and the system, if known. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  ipAddress: z.string().nullable(),
  createdAt: z.date(),
  /** When it was last used, to within 10 minutes. */
  updatedAt: z.date(),
  expiresAt: z.date(),
  /** Whether the request was made in this session. */
  isCurrent: z.boolean(),
  /** Whether an administrator is impersonating the user in it. */
  isImpersonated: z.boolean(),
});

export const sessionPageSchema = z.object({
  sessions: z.array(sessionSchema).max(sessionPageSize),
  /** The cursor of the next page, if there is one. */
  next: z.string().nullable(),
});

export const sessionCursorSchema = z.string().max(200);

export type ListedSession = z.infer<typeof sessionSchema>;
export type SessionPage = z.infer<typeof sessionPageSchema>;
