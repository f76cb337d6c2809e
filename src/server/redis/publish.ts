import type { Pool } from "#server/database/pool.ts";

type Notification = { channel: string; payload: string };

/**
 * Publishes what a statement deletes, equal notifications once, in a transaction: if it fails, they are still there.
 * @returns how many rows the statement had
 */
export async function publishPending(
  pool: Pool,
  statement: string,
  publish: (notification: Notification) => Promise<unknown>,
): Promise<number> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    const { rows } = await client.query<Notification>(statement);
    const unequal = new Map(rows.map((row) => [`${row.channel} ${row.payload}`, row]));
    await Promise.all([...unequal.values()].map(publish));
    await client.query("COMMIT");
    client.release();
    return rows.length;
  } catch (error) {
    const isBroken = await client.query("ROLLBACK").then(
      () => false,
      () => true,
    );
    client.release(isBroken);
    throw error;
  }
}
