CREATE TABLE "idempotent_request" (
	"user_id" uuid NOT NULL,
	"key_hash" text NOT NULL,
	"request_hash" text NOT NULL,
	"answer" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotent_request_user_id_key_hash_pk" PRIMARY KEY("user_id","key_hash"),
	CONSTRAINT "idempotent_request_answer_length" CHECK (octet_length("idempotent_request"."answer") <= 1048576)
);
--> statement-breakpoint
ALTER TABLE "idempotent_request" ADD CONSTRAINT "idempotent_request_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "idempotent_request_age" ON "idempotent_request" USING btree ("created_at");