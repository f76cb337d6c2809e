CREATE TABLE "passkey" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" "bytea" NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] NOT NULL,
	"is_synced" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "passkey_credential_unique" UNIQUE("credential_id"),
	CONSTRAINT "passkey_name_length" CHECK (char_length("passkey"."name") between 1 and 100),
	CONSTRAINT "passkey_credential_form" CHECK (char_length("passkey"."credential_id") <= 1364 and "passkey"."credential_id" ~ '^[A-Za-z0-9_-]+$'),
	CONSTRAINT "passkey_public_key_length" CHECK (octet_length("passkey"."public_key") between 1 and 4096),
	CONSTRAINT "passkey_counter_range" CHECK ("passkey"."counter" between 0 and 4294967295),
	CONSTRAINT "passkey_transports_bounded" CHECK (cardinality("passkey"."transports") <= 10 and char_length(array_to_string("passkey"."transports", '')) <= 320)
);
--> statement-breakpoint
ALTER TABLE "passkey" ADD CONSTRAINT "passkey_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "passkey_user" ON "passkey" USING btree ("user_id","created_at");