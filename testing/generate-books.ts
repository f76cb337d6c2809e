import type pg from "pg";
import type { Database } from "#server/database/connect.ts";

/** Of generated words, separated by spaces. */
export const syllables =
  "ba be bo ca ce da de do fa fi ga go ha he ka ki la le lo ma me mi na ne no pa po ra re ro sa se ta te to va ve wa ya zo";

/** The number of genres. A few of them have most of the books. */
const genreCount = 14;

/** The number of books per statement. */
const batch = 250_000;

/**
 * Fills a database with generated books, with few statements. As in real libraries, some words are in most titles and
 * others in one only. Each title has a unique word, one book in 20,000 is "100% …", and each third one has a cover without
 * files.
 */
export async function generateBooks({ pool }: Pick<Database, "pool">, count: number): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL maintenance_work_mem = '512MB'");
    await client.query(
      `INSERT INTO genre (name, hue) SELECT 'Genre ' || chr(64 + i), i FROM generate_series(1, ${genreCount}) AS i`,
    );
    await withoutIndexes(client, ["book", "book_author", "book_publisher"], async () => {
      // Does what the disabled trigger would do for each book.
      await client.query("ALTER TABLE book DISABLE TRIGGER cover_id_inserted");
      await client.query(
        `INSERT INTO image (id, width, height, widths, unused_since)
         SELECT lpad(i::text, 40, '0'), 800, 1280, '{96,192,384,800}', NULL FROM generate_series(3, ${count}, 3) AS i`,
      );
      await client.query("SELECT setseed(0.5)");
      for (let first = 1; first <= count; first += batch) {
        await client.query(insert, [syllables.split(" "), first, Math.min(first + batch - 1, count)]);
      }
      await client.query("ALTER TABLE book ENABLE TRIGGER cover_id_inserted");
    });
    await client.query("COMMIT");
    await client.query("SET statement_timeout = 0");
    await client.query("VACUUM ANALYZE book, book_author, book_publisher, book_count, genre, image");
  } finally {
    // Closes the connection, because its settings have changed.
    client.release(true);
  }
}

/** Drops the tables' indexes during `work`, since creating them afterwards is faster. */
export async function withoutIndexes(client: pg.ClientBase, tables: string[], work: () => Promise<unknown>) {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `SELECT indexname AS name, indexdef AS definition FROM pg_indexes
     WHERE tablename = ANY ($1) AND indexdef NOT LIKE 'CREATE UNIQUE%'`,
    [tables],
  );
  for (const { name } of rows) await client.query(`DROP INDEX "${name}"`);
  await work();
  for (const { definition } of rows) await client.query(definition);
}

/** A random word of the vocabulary. The first of the 1,600 are far more frequent than the last. */
const word = "words[1 + floor(1600 * power(random(), 4))::int]";

const insert = `
  WITH vocabulary AS (
    SELECT array_agg(CASE i WHEN 1 THEN 'the' WHEN 2 THEN 'of' WHEN 3 THEN 'and' ELSE
      ($1::text[])[1 + i % 40] || ($1::text[])[1 + i / 40] || CASE WHEN i % 3 = 0 THEN 'n' ELSE '' END END ORDER BY i) AS words
    FROM generate_series(0, 1599) AS i
  ), library AS (SELECT array_agg(id ORDER BY name) AS genres FROM genre)
  INSERT INTO book (title, author, genre_id, publisher, cover_id, created_at, updated_at)
  SELECT
    CASE WHEN i % 20000 = 77 THEN '100% ' ELSE '' END
      || initcap(${word}) || ' ' || ${word} || CASE WHEN i % 7 = 0 THEN ': ' ELSE ' ' END || ${word} || ' ' || ${word} || ' '
      || ($1::text[])[1 + i / 1600000 % 40] || ($1::text[])[1 + i / 40000 % 40] || ($1::text[])[1 + i / 1000 % 40]
      || ($1::text[])[1 + i / 25 % 40] || chr(97 + i % 25),
    initcap(words[1 + floor(100 * power(random(), 2))::int]) || ' ' || initcap(words[1 + floor(1600 * power(random(), 2))::int] || 'ski'),
    genres[1 + floor(${genreCount} * power(random(), 2))::int],
    CASE WHEN random() < 0.7 THEN initcap(words[1 + floor(800 * power(random(), 2))::int]) || ' Press' END,
    CASE WHEN i % 3 = 0 THEN lpad(i::text, 40, '0') END,
    now() - i * interval '1 minute',
    now() - random() * i * interval '1 minute'
  FROM generate_series($2::int, $3::int) AS i, vocabulary, library`;
