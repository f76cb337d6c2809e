-- With the triggers of all columns that refer to images (migrations/0003_images.sql).
DROP FUNCTION keep_image() CASCADE;
--> statement-breakpoint
DROP FUNCTION release_image() CASCADE;
--> statement-breakpoint
DROP PROCEDURE refer_to_images(regclass, name);
