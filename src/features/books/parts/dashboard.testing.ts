import { randomInt } from "node:crypto";
import type { FiguresTesting } from "#features/dashboard/shared/figures-testing.ts";

const some = (table: string) => `(SELECT id FROM ${table} ORDER BY random() LIMIT 1)`;

export const figures: FiguresTesting = {
  writes: [
    () => `INSERT INTO genre (name, hue) VALUES ('Genre ' || gen_random_uuid(), 0)`,
    () => `INSERT INTO book (title, author, genre_id, created_at)
      SELECT gen_random_uuid(), 'Author', id, now() - make_interval(mins => ${randomInt(60 * 1440)})
      FROM genre ORDER BY random() LIMIT 3`,
    () => `DELETE FROM book WHERE id = ${some("book")}`,
    () => `UPDATE book SET genre_id = ${some("genre")} WHERE id = ${some("book")}`,
    () => `WITH deleted AS (DELETE FROM book WHERE id = ${some("book")} RETURNING *)
      INSERT INTO deleted_record (table_name, id, deleted_by, record)
      SELECT 'book', id, id, to_jsonb(deleted) FROM deleted`,
    () => `WITH kept AS (DELETE FROM deleted_record RETURNING record)
      INSERT INTO book (id, title, author, genre_id, created_at)
      SELECT id, title, author, genre_id, created_at FROM kept, jsonb_populate_record(null::book, record)`,
  ],
  age: (interval) => `UPDATE book SET created_at = created_at - ${interval};`,
  totals: { books: "SELECT count(*)::int FROM book" },
  daily: { newBooks: "SELECT count(*)::int FROM book WHERE (created_at AT TIME ZONE 'UTC')::date = day" },
};
