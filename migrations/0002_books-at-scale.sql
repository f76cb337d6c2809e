CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
-- Whether a text has no controls, and nothing that overrides a direction (Unicode Standard Annex 9).
CREATE FUNCTION is_plain_text(input text) RETURNS boolean LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN input !~ '[\u0001-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]';
--> statement-breakpoint
-- A text as searches compare it: without case, accents, vowel signs (Hebrew, Arabic) and what has no width; letters and
-- digits that are written in several ways in one of them; a space before each word that follows a sign.
CREATE FUNCTION fold_text(input text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN regexp_replace(
	normalize(
		translate(
			replace(replace(replace(replace(
				lower(
					regexp_replace(
						normalize(input, NFKD),
						'[\u00ad\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u08d3-\u08ff\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u2060\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\ufeff]',
						'', 'g'
					) COLLATE "und-x-icu"
				),
				'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
			'øđłħŧıðς‘’ʼ“”‐‒–—―' -- then Arabic: alef wasla, alef maqsura, Farsi yeh, teh marbuta, keheh, two kinds of digits
				|| U&'\0671\0649\06cc\0629\06a9'
				|| U&'\0660\0661\0662\0663\0664\0665\0666\0667\0668\0669'
				|| U&'\06f0\06f1\06f2\06f3\06f4\06f5\06f6\06f7\06f8\06f9',
			'odlhtidσ''''''""-----' || U&'\0627\064a\064a\0647\0643' || '01234567890123456789'
		),
		NFC
	) COLLATE "und-x-icu",
	'([[:punct:]$+<=>^`|~])(?=[[:alnum:]])', '\1 ', 'g'
);
--> statement-breakpoint
-- What a text that was searched for looks like to LIKE. A word of 3 characters or more is found anywhere, a sign too;
-- a shorter word where a word begins.
CREATE FUNCTION search_pattern(word text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (
	SELECT CASE
		WHEN char_length(folded) >= 3 OR (folded COLLATE "und-x-icu") !~ '^[[:alnum:]]' THEN '%'
		ELSE '% '
	END || regexp_replace(folded, '([\\%_])', '\\\1', 'g') || '%'
	FROM (SELECT fold_text(word) AS folded) AS searched
);
--> statement-breakpoint
-- The signs in a folded text, such as a per cent sign: trigrams know only letters and digits.
CREATE FUNCTION search_signs(folded text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN string_to_array(nullif(regexp_replace(folded COLLATE "und-x-icu", '[[:alnum:][:space:]]', '', 'g'), ''), NULL);
--> statement-breakpoint
CREATE TABLE "book_author" (
	"name" text collate "und-x-icu" PRIMARY KEY NOT NULL,
	"search_text" text collate "C" GENERATED ALWAYS AS (left(' ' || fold_text(name), 200)) STORED NOT NULL
);
--> statement-breakpoint
CREATE TABLE "book_count" (
	"genre_id" uuid NOT NULL,
	"slot" smallint NOT NULL,
	"books" bigint NOT NULL,
	CONSTRAINT "book_count_genre_id_slot_pk" PRIMARY KEY("genre_id","slot")
);
--> statement-breakpoint
CREATE TABLE "book_publisher" (
	"name" text collate "und-x-icu" PRIMARY KEY NOT NULL,
	"search_text" text collate "C" GENERATED ALWAYS AS (left(' ' || fold_text(name), 200)) STORED NOT NULL
);
--> statement-breakpoint
DROP INDEX "book_genre";--> statement-breakpoint
DROP INDEX "book_title_order";--> statement-breakpoint
DROP INDEX "book_created_order";--> statement-breakpoint
ALTER TABLE "book" ALTER COLUMN "title" SET DATA TYPE text collate "und-x-icu";--> statement-breakpoint
ALTER TABLE "book" ALTER COLUMN "author" SET DATA TYPE text collate "und-x-icu";--> statement-breakpoint
ALTER TABLE "book" ALTER COLUMN "publisher" SET DATA TYPE text collate "und-x-icu";--> statement-breakpoint
ALTER TABLE "book" ALTER COLUMN "created_at" SET DATA TYPE timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "book" ALTER COLUMN "created_at" SET DEFAULT now();--> statement-breakpoint
ALTER TABLE "book" ALTER COLUMN "updated_at" SET DATA TYPE timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "book" ALTER COLUMN "updated_at" SET DEFAULT now();--> statement-breakpoint
ALTER TABLE "genre" ALTER COLUMN "name" SET DATA TYPE text collate "und-x-icu";--> statement-breakpoint
ALTER TABLE "book" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "book" ADD COLUMN "search_text" text GENERATED ALWAYS AS (' ' || fold_text(title || E'\n ' || author)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "book_count" ADD CONSTRAINT "book_count_genre_id_genre_id_fk" FOREIGN KEY ("genre_id") REFERENCES "public"."genre"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "book_author_beginning" ON "book_author" USING btree ("search_text","name");--> statement-breakpoint
CREATE INDEX "book_author_search" ON "book_author" USING gin ("search_text" gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "book_publisher_beginning" ON "book_publisher" USING btree ("search_text","name");--> statement-breakpoint
CREATE INDEX "book_publisher_search" ON "book_publisher" USING gin ("search_text" gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "book_author_order" ON "book" USING btree ("author","id");--> statement-breakpoint
CREATE INDEX "book_publisher_order" ON "book" USING btree (coalesce("publisher", U&'\FFFF'),"id");--> statement-breakpoint
CREATE INDEX "book_updated_order" ON "book" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "book_genre_title_order" ON "book" USING btree ("genre_id","title","id");--> statement-breakpoint
CREATE INDEX "book_genre_author_order" ON "book" USING btree ("genre_id","author","id");--> statement-breakpoint
CREATE INDEX "book_genre_publisher_order" ON "book" USING btree ("genre_id",coalesce("publisher", U&'\FFFF'),"id");--> statement-breakpoint
CREATE INDEX "book_genre_created_order" ON "book" USING btree ("genre_id","created_at","id");--> statement-breakpoint
CREATE INDEX "book_genre_updated_order" ON "book" USING btree ("genre_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "book_search" ON "book" USING gin ("search_text" gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "book_search_signs" ON "book" USING gin (search_signs("search_text")) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "genre_name_order" ON "genre" USING btree ("name","id");--> statement-breakpoint
CREATE INDEX "book_title_order" ON "book" USING btree ("title","id");--> statement-breakpoint
CREATE INDEX "book_created_order" ON "book" USING btree ("created_at","id");--> statement-breakpoint
ALTER TABLE "book" ADD CONSTRAINT "book_title_plain" CHECK (is_plain_text("book"."title"));--> statement-breakpoint
ALTER TABLE "book" ADD CONSTRAINT "book_author_plain" CHECK (is_plain_text("book"."author"));--> statement-breakpoint
ALTER TABLE "book" ADD CONSTRAINT "book_publisher_plain" CHECK (is_plain_text("book"."publisher"));--> statement-breakpoint
ALTER TABLE "genre" ADD CONSTRAINT "genre_name_plain" CHECK (is_plain_text("genre"."name"));--> statement-breakpoint
-- A slot of book_count for this transaction: one that no other uses, so that nobody waits while fewer than 16 write.
CREATE FUNCTION take_book_count_slot() RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
	slots CONSTANT integer := 16;
	lock_class CONSTANT integer := 40617;
	own CONSTANT integer := pg_backend_pid() % slots;
BEGIN
	FOR slot IN own .. own + slots - 1 LOOP
		IF pg_try_advisory_xact_lock(lock_class, slot % slots) THEN
			RETURN slot % slots;
		END IF;
	END LOOP;
	PERFORM pg_advisory_xact_lock(lock_class, own);
	RETURN own;
END $$;
--> statement-breakpoint
CREATE FUNCTION add_to_book_count(genres uuid[], changes bigint[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	own_slot integer;
BEGIN
	IF cardinality(genres) = 0 THEN
		RETURN;
	END IF;
	own_slot := take_book_count_slot();
	INSERT INTO book_count AS known (genre_id, slot, books)
		SELECT genre_id, own_slot, change FROM unnest(genres, changes) AS changed (genre_id, change)
		ON CONFLICT (genre_id, slot) DO UPDATE SET books = known.books + excluded.books;
END $$;
--> statement-breakpoint
CREATE FUNCTION count_books() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	genres uuid[];
	changes bigint[];
BEGIN
	IF TG_OP = 'INSERT' THEN
		SELECT array_agg(genre_id), array_agg(books) INTO genres, changes
			FROM (SELECT genre_id, count(*) AS books FROM added GROUP BY genre_id) AS counted;
	ELSIF TG_OP = 'DELETE' THEN
		SELECT array_agg(genre_id), array_agg(-books) INTO genres, changes
			FROM (SELECT genre_id, count(*) AS books FROM removed GROUP BY genre_id) AS counted;
	ELSE
		SELECT array_agg(genre_id), array_agg(books) INTO genres, changes
			FROM (
				SELECT genre_id, sum(change) AS books
				FROM (SELECT genre_id, 1 AS change FROM added UNION ALL SELECT genre_id, -1 FROM removed) AS changed
				GROUP BY genre_id HAVING sum(change) <> 0
			) AS counted;
	END IF;
	PERFORM add_to_book_count(coalesce(genres, '{}'), coalesce(changes, '{}'));
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION forget_book_count() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM book_count;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION note_book_names() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	-- In one order, so that two writers of the same names don't wait for each other.
	INSERT INTO book_author (name) SELECT DISTINCT author FROM added ORDER BY author ON CONFLICT DO NOTHING;
	INSERT INTO book_publisher (name)
		SELECT DISTINCT publisher FROM added WHERE publisher IS NOT NULL ORDER BY publisher ON CONFLICT DO NOTHING;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER book_count_added AFTER INSERT ON book
	REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_books();
--> statement-breakpoint
CREATE TRIGGER book_count_changed AFTER UPDATE ON book
	REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_books();
--> statement-breakpoint
CREATE TRIGGER book_count_removed AFTER DELETE ON book
	REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_books();
--> statement-breakpoint
CREATE TRIGGER book_count_emptied AFTER TRUNCATE ON book FOR EACH STATEMENT EXECUTE FUNCTION forget_book_count();
--> statement-breakpoint
CREATE TRIGGER book_name_added AFTER INSERT ON book
	REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_book_names();
--> statement-breakpoint
CREATE TRIGGER book_name_changed AFTER UPDATE ON book
	REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_book_names();
--> statement-breakpoint
INSERT INTO book_count (genre_id, slot, books) SELECT genre_id, 0, count(*) FROM book GROUP BY genre_id;
--> statement-breakpoint
INSERT INTO book_author (name) SELECT DISTINCT author FROM book;
--> statement-breakpoint
INSERT INTO book_publisher (name) SELECT DISTINCT publisher FROM book WHERE publisher IS NOT NULL;
