/** Rate limits in Redis (limits/rate-limit.ts). */
export type LimitStore = {
  /**
   * Consumes a unit if one is left.
   * @param key hashed
   * @param o.limit units within any `windowSeconds`
   * @returns as the database's statement does; undefined if the store isn't available
   */
  consume(key: string, o: { limit: number; windowSeconds: number }): Promise<Consumed | undefined>;
  /** Returns the unit that was consumed last. @returns whether the store was available */
  refund(key: string): Promise<boolean>;
};

type Consumed = {
  /** Units within the window, with this one; null if it exceeds the limit. */
  used: number | null;
  /** Until the oldest unit has left the window. */
  resetSeconds: number | null;
  /** If it exceeds the limit: until enough units have left. */
  retryAfterSeconds: number | null;
};
