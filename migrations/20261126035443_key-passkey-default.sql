ALTER TABLE "api_key" ALTER COLUMN "has_used_passkey" SET DEFAULT false;
