import { randomInt } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { genres } from "#features/genres/table.ts";
import { connect } from "#server/database/connect.ts";
import { createTestDatabase, type TestDatabase } from "../../../testing/database.ts";
import { books } from "./table.ts";

const changes = process.env.FLYLEAF_LONG ? 10_000 : 600;
const writers = 24;

let database: TestDatabase;
let genreIds: string[];

beforeAll(async () => {
  database = await createTestDatabase();
  const rows = await database.sql
    .insert(genres)
    .values(["A", "B", "C"].map((name) => ({ name, hue: 0 })))
    .returning();
  genreIds = rows.map(({ id }) => id);
});
afterAll(() => database.drop());

/** The counters and the real numbers of books. */
async function counts() {
  const { rows } = await database.pool.query<{ name: string; counted: number; real: number }>(
    `SELECT name, (SELECT coalesce(sum(books), 0)::int FROM book_count WHERE genre_id = genre.id) AS counted,
       (SELECT count(*)::int FROM book WHERE genre_id = genre.id) AS real FROM genre ORDER BY name`,
  );
  return rows;
}

async function expectCorrectCounters() {
  for (const { counted, real } of await counts()) expect(counted).toBe(real);
}

test(
  `the counters are correct after ${changes} random changes by ${writers} concurrent writers`,
  { timeout: 300_000 },
  async () => {
    const many = connect(database.connection, { max: writers });
    const genreId = () => genreIds[randomInt(3)] ?? "";
    let title = 0;
    const add = () => ({ title: `Title ${(title += 1)}`, author: "Author", genreId: genreId() });
    const someIds = `(SELECT id FROM book OFFSET floor(random() * (SELECT count(*) FROM book)) LIMIT `;
    const change = [
      () => many.sql.insert(books).values(add()),
      () => many.sql.insert(books).values([add(), add(), add()]),
      () => many.pool.query(`DELETE FROM book WHERE id IN ${someIds} 1)`),
      () => many.pool.query(`UPDATE book SET genre_id = $1 WHERE id IN ${someIds} 1)`, [genreId()]),
      () =>
        many.sql
          .transaction(async (transaction) => {
            await transaction.insert(books).values([add(), add()]);
            transaction.rollback();
          })
          .catch(() => undefined),
      () =>
        many.sql.transaction(async (transaction) => {
          const [book] = await transaction.insert(books).values(add()).returning();
          await transaction
            .update(books)
            .set({ genreId: genreId() })
            .where(eq(books.id, book?.id ?? ""));
        }),
    ];
    let left = changes;
    const write = async () => {
      while ((left -= 1) >= 0) await change[randomInt(change.length)]?.();
    };
    try {
      await Promise.all(Array.from({ length: writers }, write));
    } finally {
      await many.close();
    }
    expect((await counts()).some(({ real }) => real > 0)).toBe(true);
    await expectCorrectCounters();
  },
);

test("two concurrent writers don't wait for each other", async () => {
  const [one, other] = [await database.pool.connect(), await database.pool.connect()];
  try {
    for (const client of [one, other]) {
      await client.query("BEGIN");
      await client.query(
        "INSERT INTO book (title, author, genre_id) VALUES (gen_random_uuid(), gen_random_uuid(), $1)",
        [genreIds[0]],
      );
    }
    for (const client of [one, other]) await client.query("COMMIT");
  } finally {
    one.release();
    other.release();
  }
  await expectCorrectCounters();
});

test("the counters are correct after TRUNCATE", async () => {
  await database.pool.query("TRUNCATE book");
  await expectCorrectCounters();
});
