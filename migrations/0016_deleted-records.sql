CREATE TABLE "deleted_record" (
	"table_name" text NOT NULL,
	"id" uuid NOT NULL,
	"deleted_by" uuid NOT NULL,
	"deleted_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"record" jsonb NOT NULL,
	CONSTRAINT "deleted_record_table_name_id_pk" PRIMARY KEY("table_name","id")
);
--> statement-breakpoint
CREATE INDEX "deleted_record_time" ON "deleted_record" USING btree ("deleted_at");