import type pg from "pg";

export type Caller = { id: string; name: string | null; email: string; role: string };

export type BookInput = { title: string; author: string; genreId: string; publisher: string | null };

/** What an update changes, of the version that the client saw. */
export type BookChanges = BookInput & { version: number };

type Row = {
  id: string;
  title: string;
  author: string;
  publisher: string | null;
  created_at: Date;
  updated_at: Date;
  version: number;
  genre_id: string;
  genre_name: string;
  hue: number;
  cover_id: string | null;
  width: number;
  height: number;
  widths: number[];
  total: number;
};

const columns = `book.id, book.title, book.author, book.publisher, book.created_at, book.updated_at, book.version,
  genre.id AS genre_id, genre.name AS genre_name, genre.hue, image.id AS cover_id, image.width, image.height, image.widths`;
const joins = "JOIN genre ON genre.id = book.genre_id LEFT JOIN image ON image.id = book.cover_id";
const entryColumns =
  "actor_id, actor_name, actor_email, action, subject_type, subject_id, subject_name, before, after";

/** The statements of the limit: one for each request, prepared once for each connection. */
export function createStatements(pool: pg.Pool) {
  return {
    /** @returns undefined without an active session */
    session: async (token: string) => (await send<Caller>("session", session, [token]))[0],

    async list() {
      const rows = await send<Row>("list", list, [21]);
      const page = rows.slice(0, 20).map(toBook);
      const last = page.at(-1);
      return {
        items: page,
        next:
          last && Buffer.from(JSON.stringify(["book", "title", last.title, last.id])).toString("base64url"),
        total: { count: rows[0]?.total, isExact: true },
      };
    },

    get: async (id: string) => toBook((await send<Row>("get", get, [id]))[0]),

    async create({ id, name, email }: Caller, { title, author, genreId, publisher }: BookInput) {
      const values = [title, author, genreId, publisher, id, name, email];
      return toBook((await send<Row>("create", create, values))[0]);
    },

    async update({ id, name, email }: Caller, book: BookChanges & { id: string }) {
      const { title, author, genreId, publisher } = book;
      const values = [title, author, genreId, publisher, id, name, email, book.id, book.version];
      return toBook((await send<Row>("update", update, values))[0]);
    },
  };

  async function send<Result extends pg.QueryResultRow>(name: string, text: string, values: unknown[]) {
    return (await pool.query<Result>({ name, text, values })).rows;
  }
}

function toBook(row: Row | undefined) {
  if (!row) throw new Error("There is no such book");
  const {
    id,
    title,
    author,
    publisher,
    version,
    genre_id,
    genre_name,
    hue,
    cover_id,
    width,
    height,
    widths,
  } = row;
  return {
    id,
    updatedAt: row.updated_at,
    version,
    title,
    author,
    publisher,
    genre: { id: genre_id, name: genre_name, hue },
    cover: cover_id === null ? null : { id: cover_id, width, height, widths },
    createdAt: row.created_at,
  };
}

const session = `SELECT "user".id, "user".name, "user".email, "user".role
  FROM session JOIN "user" ON "user".id = session.user_id
  WHERE session.token = $1 AND session.expires_at > now() AND NOT "user".banned`;

const list = `SELECT ${columns}, (SELECT sum(count)::int FROM book_count) AS total
  FROM book ${joins} ORDER BY book.title, book.id LIMIT $1`;

const get = `SELECT ${columns} FROM book ${joins} WHERE book.id = $1`;

const create = `
  WITH book AS (
    INSERT INTO book (title, author, genre_id, publisher) VALUES ($1, $2, $3, $4) RETURNING *
  ), entry AS (
    INSERT INTO activity (${entryColumns})
    SELECT $5, $6, $7, 'create', 'book', id, title, NULL,
      jsonb_build_object('title', title, 'author', author, 'publisher', publisher)
    FROM book
  )
  SELECT ${columns} FROM book ${joins}`;

const update = `
  WITH seen AS (
    SELECT id, title, author, publisher FROM book WHERE id = $8 AND version = $9 FOR UPDATE
  ), changed AS (
    UPDATE book SET title = $1, author = $2, genre_id = $3, publisher = $4, updated_at = now(), version = version + 1
    FROM seen WHERE book.id = seen.id RETURNING book.*
  ), entry AS (
    INSERT INTO activity (${entryColumns})
    SELECT $5, $6, $7, 'update', 'book', changed.id, changed.title,
      jsonb_build_object('title', seen.title, 'author', seen.author, 'publisher', seen.publisher),
      jsonb_build_object('title', changed.title, 'author', changed.author, 'publisher', changed.publisher)
    FROM seen, changed
  )
  SELECT ${columns} FROM changed AS book ${joins}`;
