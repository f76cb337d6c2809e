CREATE TABLE "user_count" (
	"role" text NOT NULL,
	"banned" boolean NOT NULL,
	"is_onboarded" boolean NOT NULL,
	"email_verified" boolean NOT NULL,
	"slot" smallint NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "user_count_role_banned_is_onboarded_email_verified_slot_pk" PRIMARY KEY("role","banned","is_onboarded","email_verified","slot")
);
--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "is_onboarded" boolean GENERATED ALWAYS AS (onboarded_at is not null) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "user_name_order" ON "user" USING btree (coalesce("name", U&'\FFFF'),"id");--> statement-breakpoint
CREATE INDEX "user_email_order" ON "user" USING btree ("email","id");--> statement-breakpoint
CREATE INDEX "user_created_order" ON "user" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "user_administrator" ON "user" USING btree ("id") WHERE "user"."role" ~ '\madmin\M';--> statement-breakpoint
CREATE INDEX "user_banned" ON "user" USING btree ("id") WHERE "user"."banned";--> statement-breakpoint
CREATE INDEX "user_not_onboarded" ON "user" USING btree ("id") WHERE not "user"."is_onboarded";--> statement-breakpoint
CREATE INDEX "user_unverified" ON "user" USING btree ("id") WHERE not "user"."email_verified";
--> statement-breakpoint
CALL keep_counts('user', 'role', 'banned', 'is_onboarded', 'email_verified');
