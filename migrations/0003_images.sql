CREATE TABLE "image" (
	"id" text PRIMARY KEY NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"widths" integer[] NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"unused_since" timestamp with time zone DEFAULT now(),
	CONSTRAINT "image_id_form" CHECK ("image"."id" ~ '^[0-9a-f]{40}$'),
	CONSTRAINT "image_size_range" CHECK ("image"."width" between 1 and 16383 and "image"."height" between 1 and 16383),
	CONSTRAINT "image_widths_range" CHECK (cardinality("image"."widths") between 1 and 16 and 1 <= all("image"."widths") and 16383 >= all("image"."widths"))
);
--> statement-breakpoint
CREATE INDEX "image_unused" ON "image" USING btree ("unused_since") WHERE "image"."unused_since" is not null;--> statement-breakpoint
-- What drizzle can't write: for tables that refer to images (refer_to_images, below).
CREATE FUNCTION keep_image() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	wanted text := to_jsonb(NEW) ->> TG_ARGV[0];
BEGIN
	-- What has been unused for a day may be about to be removed, and is as good as gone.
	UPDATE image SET unused_since = NULL
	WHERE id = wanted AND (unused_since IS NULL OR unused_since > now() - interval '1 day');
	IF NOT FOUND THEN
		RAISE foreign_key_violation USING
			MESSAGE = 'the image is gone',
			CONSTRAINT = format('%s_%s_image_id_fk', TG_TABLE_NAME, TG_ARGV[0]);
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION release_image() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE image SET unused_since = now() WHERE id = to_jsonb(OLD) ->> TG_ARGV[0];
	RETURN NULL;
END $$;
--> statement-breakpoint
-- Makes a column that refers to image(id) tell what it uses and what it lets go, whatever changes it.
CREATE PROCEDURE refer_to_images(in_table regclass, in_column name) LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE format('CREATE TRIGGER %1$I AFTER INSERT ON %2$s FOR EACH ROW
		WHEN (NEW.%3$I IS NOT NULL) EXECUTE FUNCTION keep_image(%3$L)', in_column || '_inserted', in_table, in_column);
	EXECUTE format('CREATE TRIGGER %1$I AFTER UPDATE OF %3$I ON %2$s FOR EACH ROW
		WHEN (NEW.%3$I IS NOT NULL AND NEW.%3$I IS DISTINCT FROM OLD.%3$I)
		EXECUTE FUNCTION keep_image(%3$L)', in_column || '_kept', in_table, in_column);
	EXECUTE format('CREATE TRIGGER %1$I AFTER UPDATE OF %3$I ON %2$s FOR EACH ROW
		WHEN (OLD.%3$I IS NOT NULL AND NEW.%3$I IS DISTINCT FROM OLD.%3$I)
		EXECUTE FUNCTION release_image(%3$L)', in_column || '_released', in_table, in_column);
	EXECUTE format('CREATE TRIGGER %1$I AFTER DELETE ON %2$s FOR EACH ROW
		WHEN (OLD.%3$I IS NOT NULL) EXECUTE FUNCTION release_image(%3$L)', in_column || '_deleted', in_table, in_column);
END $$;
