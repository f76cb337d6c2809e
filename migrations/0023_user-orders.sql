DROP INDEX "user_administrator";--> statement-breakpoint
DROP INDEX "user_banned";--> statement-breakpoint
DROP INDEX "user_not_onboarded";--> statement-breakpoint
DROP INDEX "user_unverified";--> statement-breakpoint
CREATE INDEX "user_banned_name_order" ON "user" USING btree ("banned",coalesce("name", U&'\FFFF'),"id");--> statement-breakpoint
CREATE INDEX "user_onboarded_name_order" ON "user" USING btree ("is_onboarded",coalesce("name", U&'\FFFF'),"id");--> statement-breakpoint
CREATE INDEX "user_verified_name_order" ON "user" USING btree ("email_verified",coalesce("name", U&'\FFFF'),"id");--> statement-breakpoint
CREATE INDEX "user_banned_email_order" ON "user" USING btree ("banned","email","id");--> statement-breakpoint
CREATE INDEX "user_onboarded_email_order" ON "user" USING btree ("is_onboarded","email","id");--> statement-breakpoint
CREATE INDEX "user_verified_email_order" ON "user" USING btree ("email_verified","email","id");--> statement-breakpoint
CREATE INDEX "user_banned_created_order" ON "user" USING btree ("banned","created_at","id");--> statement-breakpoint
CREATE INDEX "user_onboarded_created_order" ON "user" USING btree ("is_onboarded","created_at","id");--> statement-breakpoint
CREATE INDEX "user_verified_created_order" ON "user" USING btree ("email_verified","created_at","id");--> statement-breakpoint
CREATE INDEX "user_administrator_name_order" ON "user" USING btree (coalesce("name", U&'\FFFF'),"id") WHERE "user"."role" ~ '\madmin\M';--> statement-breakpoint
CREATE INDEX "user_administrator_email_order" ON "user" USING btree ("email","id") WHERE "user"."role" ~ '\madmin\M';--> statement-breakpoint
CREATE INDEX "user_administrator_created_order" ON "user" USING btree ("created_at","id") WHERE "user"."role" ~ '\madmin\M';