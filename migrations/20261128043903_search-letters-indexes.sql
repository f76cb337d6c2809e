-- Compatible: the previous release runs on it, and doesn't use these indexes.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "book_search_letters" ON "book" USING gin (search_letters("search_text")) WITH (fastupdate=false) WHERE search_letters("book"."search_text") is not null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "book_author_search_letters" ON "book_author" USING gin (search_letters("search_text")) WITH (fastupdate=false) WHERE search_letters("book_author"."search_text") is not null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "book_publisher_search_letters" ON "book_publisher" USING gin (search_letters("search_text")) WITH (fastupdate=false) WHERE search_letters("book_publisher"."search_text") is not null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "user_search_letters" ON "user" USING gin (search_letters("search_text")) WITH (fastupdate=false) WHERE search_letters("user"."search_text") is not null;
