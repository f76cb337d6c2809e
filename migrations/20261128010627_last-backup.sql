-- Compatible: a table.
CREATE TABLE "last_backup" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"as_of" timestamp with time zone NOT NULL,
	CONSTRAINT "last_backup_one_row" CHECK ("last_backup"."id")
);
