-- Compatible: the previous release runs on it, and queues every mail as one that someone waits for.
ALTER TABLE "mail_queue" ADD COLUMN "is_awaited" boolean DEFAULT true NOT NULL;
