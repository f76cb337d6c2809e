-- Compatible if migrations/20261128042626_codes-side-by-side.sql is.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "sign_in_code_earlier_session" ON "sign_in_code" USING btree ("earlier_session_id","purpose");
