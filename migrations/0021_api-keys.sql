CREATE TABLE "api_key" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"key_hash" text NOT NULL,
	"start" text NOT NULL,
	"permissions" text[] NOT NULL,
	"has_used_passkey" boolean NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "api_key_hash_unique" UNIQUE("key_hash"),
	CONSTRAINT "api_key_name_length" CHECK (char_length("api_key"."name") between 1 and 100),
	CONSTRAINT "api_key_hash_form" CHECK ("api_key"."key_hash" ~ '^[A-Za-z0-9_-]{43}$'),
	CONSTRAINT "api_key_start_length" CHECK (char_length("api_key"."start") <= 40),
	CONSTRAINT "api_key_permissions_bounded" CHECK (cardinality("api_key"."permissions") between 1 and 100 and char_length(array_to_string("api_key"."permissions", '')) <= 5000),
	CONSTRAINT "api_key_expiry_bounded" CHECK ("api_key"."expires_at" <= "api_key"."created_at" + interval '366 days')
);
--> statement-breakpoint
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_key_user" ON "api_key" USING btree ("user_id","created_at");