ALTER TABLE "book" ADD COLUMN "cover_id" text;--> statement-breakpoint
ALTER TABLE "book" ADD CONSTRAINT "book_cover_id_image_id_fk" FOREIGN KEY ("cover_id") REFERENCES "public"."image"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "book_cover" ON "book" USING btree ("cover_id") WHERE "book"."cover_id" is not null;--> statement-breakpoint
-- What drizzle can't write: the database knows which images are used (0003).
CALL refer_to_images('book', 'cover_id');
