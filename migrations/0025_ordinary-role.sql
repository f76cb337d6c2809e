-- Compatible: the previous release runs on it.
-- 0013's function had a setting that only a superuser may give to a function, so an ordinary role could not restore a dump of it.
CREATE OR REPLACE FUNCTION "delete_old_activity"(retention_days integer, batch_size integer) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  deleted integer;
BEGIN
  PERFORM set_config('flyleaf.deletes_old_activity', 'on', true);
  DELETE FROM "activity" WHERE id IN (
    SELECT id FROM "activity" WHERE at < now() - make_interval(days => greatest(retention_days, 30))
    ORDER BY at, id LIMIT batch_size FOR UPDATE SKIP LOCKED
  );
  GET DIAGNOSTICS deleted = ROW_COUNT;
  PERFORM set_config('flyleaf.deletes_old_activity', 'off', true);
  RETURN deleted;
END $$;
