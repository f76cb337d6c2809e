import { hash, mix } from "#lib/hash.ts";
import { databaseTime } from "#server/database/clock.ts";

const dayMs = 24 * 60 * 60 * 1_000;

/** When a row was created, and last updated. */
type Times = { createdAt: Date; updatedAt: Date };

/**
 * The times of a seed's rows, as if people had added them: the same on each day of seeding, more of them lately, and some of
 * the rows updated later.
 * @param o.from @param o.to days before today, in UTC
 */
export function seedTimes(count: number, { from, to }: { from: number; to: number }): Times[] {
  const today = Math.floor(databaseTime().getTime() / dayMs);
  return Array.from({ length: count }, (_, row) => {
    const share = (name: string) => mix(hash(`${name} ${row}`)) / 2 ** 32;
    const age = share("created");
    // Twice as many on the last days as on average.
    const created = to + ((from - to) * age * (1 + age)) / 2;
    const updated = row % 3 === 0 ? created * share("updated") : created;
    const [createdAt, updatedAt] = [created, updated].map((days) => new Date((today - days) * dayMs));
    return { createdAt, updatedAt } as Times;
  });
}
