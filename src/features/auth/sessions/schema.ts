import { z } from "zod";
import { sessionLimit } from "../limits.ts";

/** A user's session, without anything that would let a reader use it. */
const sessionSchema = z.object({
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
  /** Whether an administrator is impersonating the user in it. */ // optional: impersonation
  isImpersonated: z.boolean(), // optional: impersonation
});

/** All sessions of a user. */
export const sessionsSchema = z.array(sessionSchema).max(sessionLimit);

export type ListedSession = z.infer<typeof sessionSchema>;
