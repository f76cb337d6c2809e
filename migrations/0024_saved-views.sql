CREATE TABLE "list_view" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"list" text NOT NULL,
	"owner_id" uuid,
	"name" text NOT NULL,
	"search" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "list_view_name_length" CHECK (char_length("list_view"."name") between 1 and 60),
	CONSTRAINT "list_view_name_folded" CHECK ("list_view"."name" is nfc normalized and "list_view"."name" !~ '^\s|\s$|\s{2}'),
	CONSTRAINT "list_view_name_plain" CHECK (is_plain_text("list_view"."name")),
	CONSTRAINT "list_view_list_length" CHECK (char_length("list_view"."list") between 1 and 50),
	CONSTRAINT "list_view_search_bounded" CHECK (jsonb_typeof("list_view"."search") = 'object' and octet_length("list_view"."search"::text) <= 20000)
);
--> statement-breakpoint
CREATE UNIQUE INDEX "list_view_name_unique" ON "list_view" USING btree ("list",coalesce("owner_id", '00000000-0000-0000-0000-000000000000'::uuid),lower("name" collate "und-x-icu"));--> statement-breakpoint
CREATE INDEX "list_view_owner" ON "list_view" USING btree ("owner_id");--> statement-breakpoint
ALTER TABLE "list_view" ADD CONSTRAINT "list_view_owner_id_user_id_fk" FOREIGN KEY ("owner_id") REFERENCES "user"("id") ON DELETE cascade;
