CREATE TABLE "account" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp with time zone,
	"refresh_token_expires_at" timestamp with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "account_password_empty" CHECK ("account"."password" is null)
);
--> statement-breakpoint
CREATE TABLE "session" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"token" text NOT NULL,
	"user_id" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"impersonated_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "session_token_unique" UNIQUE("token"),
	CONSTRAINT "session_ip_address_length" CHECK (char_length("session"."ip_address") <= 45),
	CONSTRAINT "session_user_agent_length" CHECK (char_length("session"."user_agent") <= 500)
);
--> statement-breakpoint
CREATE TABLE "sign_in_code" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"purpose" text NOT NULL,
	"code_hash" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sign_in_code_purpose_known" CHECK ("sign_in_code"."purpose" in ('sign-in')),
	CONSTRAINT "sign_in_code_attempts_range" CHECK ("sign_in_code"."attempts" between 0 and 5)
);
--> statement-breakpoint
CREATE TABLE "verification" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "book" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"title" text NOT NULL,
	"author" text NOT NULL,
	"genre_id" uuid NOT NULL,
	"publisher" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "book_title_length" CHECK (char_length("book"."title") between 1 and 200),
	CONSTRAINT "book_title_folded" CHECK ("book"."title" is nfc normalized and "book"."title" !~ '^\s|\s$|\s{2}'),
	CONSTRAINT "book_author_length" CHECK (char_length("book"."author") between 1 and 200),
	CONSTRAINT "book_author_folded" CHECK ("book"."author" is nfc normalized and "book"."author" !~ '^\s|\s$|\s{2}'),
	CONSTRAINT "book_publisher_length" CHECK (char_length("book"."publisher") between 1 and 120),
	CONSTRAINT "book_publisher_folded" CHECK ("book"."publisher" is nfc normalized and "book"."publisher" !~ '^\s|\s$|\s{2}')
);
--> statement-breakpoint
CREATE TABLE "genre" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"hue" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "genre_name_length" CHECK (char_length("genre"."name") between 1 and 60),
	CONSTRAINT "genre_name_folded" CHECK ("genre"."name" is nfc normalized and "genre"."name" !~ '^\s|\s$|\s{2}'),
	CONSTRAINT "genre_hue_range" CHECK ("genre"."hue" between 0 and 359)
);
--> statement-breakpoint
CREATE TABLE "user" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"role" text DEFAULT 'user' NOT NULL,
	"banned" boolean DEFAULT false NOT NULL,
	"ban_reason" text,
	"ban_expires" timestamp with time zone,
	"onboarded_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "user_email_unique" UNIQUE("email"),
	CONSTRAINT "user_name_length" CHECK (char_length("user"."name") between 1 and 100),
	CONSTRAINT "user_name_folded" CHECK ("user"."name" is nfc normalized and "user"."name" !~ '^\s|\s$'),
	CONSTRAINT "user_email_form" CHECK (char_length("user"."email") <= 254 and "user"."email" ~ '^[!-?[-~]+@[a-z0-9.-]+$'),
	CONSTRAINT "user_image_empty" CHECK ("user"."image" is null),
	CONSTRAINT "user_role_known" CHECK ("user"."role" ~ '^(admin|user)(,(admin|user))*$'),
	CONSTRAINT "user_ban_reason_length" CHECK (char_length("user"."ban_reason") <= 500),
	CONSTRAINT "user_ban_complete" CHECK ("user"."banned" or ("user"."ban_reason" is null and "user"."ban_expires" is null)),
	CONSTRAINT "user_onboarded_named" CHECK ("user"."onboarded_at" is null or "user"."name" is not null)
);
--> statement-breakpoint
CREATE TABLE "budget" (
	"key" text PRIMARY KEY NOT NULL,
	"spent_at" timestamp with time zone[] DEFAULT '{}' NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_queue" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"sealed_mail" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_error" text,
	CONSTRAINT "mail_queue_sealed" CHECK ("mail_queue"."sealed_mail" ~ '^v\d+\.[A-Za-z0-9_-]+$'),
	CONSTRAINT "mail_queue_attempts" CHECK ("mail_queue"."attempts" >= 0),
	CONSTRAINT "mail_queue_last_error_length" CHECK (char_length("mail_queue"."last_error") between 1 and 200)
);
--> statement-breakpoint
ALTER TABLE "account" ADD CONSTRAINT "account_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_impersonated_by_user_id_fk" FOREIGN KEY ("impersonated_by") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "book" ADD CONSTRAINT "book_genre_id_genre_id_fk" FOREIGN KEY ("genre_id") REFERENCES "public"."genre"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "account_provider_unique" ON "account" USING btree ("provider_id","account_id");--> statement-breakpoint
CREATE INDEX "account_user" ON "account" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "session_user" ON "session" USING btree ("user_id","updated_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "session_impersonated_by" ON "session" USING btree ("impersonated_by");--> statement-breakpoint
CREATE INDEX "session_expiry" ON "session" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sign_in_code_expiry" ON "sign_in_code" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "verification_identifier" ON "verification" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "verification_expiry" ON "verification" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "book_title_author_unique" ON "book" USING btree (lower("title" collate "und-x-icu"),lower("author" collate "und-x-icu"));--> statement-breakpoint
CREATE INDEX "book_title_order" ON "book" USING btree (("title" collate "und-x-icu"),"id");--> statement-breakpoint
CREATE INDEX "book_created_order" ON "book" USING btree ("created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "book_genre" ON "book" USING btree ("genre_id");--> statement-breakpoint
CREATE UNIQUE INDEX "genre_name_unique" ON "genre" USING btree (lower("name" collate "und-x-icu"));--> statement-breakpoint
CREATE INDEX "budget_expiry" ON "budget" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "mail_queue_next_attempt" ON "mail_queue" USING btree ("next_attempt_at");