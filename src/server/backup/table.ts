import { sql } from "drizzle-orm";
import { boolean, check, pgTable, timestamp } from "drizzle-orm/pg-core";

/** One row, once a backup is complete and on its disk: which moment of the database it has. */
export const lastBackup = pgTable(
  "last_backup",
  {
    id: boolean("id").primaryKey().default(true),
    asOf: timestamp("as_of", { withTimezone: true }).notNull(),
  },
  (backup) => [check("last_backup_one_row", sql`${backup.id}`)],
);
