import { z } from "zod";

/** An account at a social provider, with which a user can log in. */
export const linkedAccountSchema = z.object({
  id: z.uuid(),
  provider: z.string(),
  /** The provider's name. */
  name: z.string(),
  createdAt: z.date(),
});

export type LinkedAccount = z.infer<typeof linkedAccountSchema>;
