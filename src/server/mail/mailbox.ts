import { randomBytes } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

const messageSchema = z.object({
  to: z.string(),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  code: z.string().optional(),
});

/** What the embedded mailbox keeps of a mail. */
export type MailboxMessage = z.infer<typeof messageSchema>;
export type StoredMessage = MailboxMessage & { id: string; receivedAt: Date };

/** The mailbox of who tries the product on their own machine. */
export type Mailbox = {
  add(message: MailboxMessage): Promise<string>;
  /** Newest first. */
  list(): Promise<StoredMessage[]>;
  /** Undefined where there is none (any more), whatever the id looks like. */
  read(id: string): Promise<StoredMessage | undefined>;
};

const kept = 200;
/** The time in milliseconds, so that names sort by age, and what makes it unique. */
const idPattern = /^(\d{13})-[\da-f]{12}$/;

export function mailboxFolder(dataDir: string): string {
  return join(dataDir, "mailbox");
}

/** @param folder holds one JSON file for each message, the newest 200, for this account only. */
export function createMailbox(folder: string): Mailbox {
  let lastTime = 0;

  return {
    async add(message) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      lastTime = Math.max(Date.now(), lastTime + 1);
      const id = `${lastTime}-${randomBytes(6).toString("hex")}`;
      await writeWhole(join(folder, id), JSON.stringify(message));
      await removeOldest(folder);
      return id;
    },
    async list() {
      const ids = (await filesIn(folder))
        .filter((name) => name.endsWith(".json"))
        .map((name) => name.slice(0, -5));
      const messages = await Promise.all(ids.map((id) => read(folder, id)));
      return messages.filter((message) => message !== undefined);
    },
    read: (id) => read(folder, id),
  };
}

/** A reader sees the whole message or none. */
async function writeWhole(path: string, text: string) {
  const draft = `${path}.new`;
  const file = await open(draft, "wx", 0o600);
  try {
    await file.writeFile(text);
  } finally {
    await file.close();
  }
  await rename(draft, `${path}.json`);
}

async function removeOldest(folder: string) {
  const old = (await filesIn(folder)).slice(kept);
  await Promise.all(old.map((name) => rm(join(folder, name), { force: true })));
}

/** Messages, and drafts that an interrupted process left, newest first. */
async function filesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  return names
    .filter((name) => idPattern.test(name.replace(/\.(json|new)$/, "")))
    .sort()
    .reverse();
}

async function read(folder: string, id: string): Promise<StoredMessage | undefined> {
  const time = idPattern.exec(id)?.[1];
  if (!time) return undefined;
  try {
    const message = messageSchema.parse(JSON.parse(await readFile(join(folder, `${id}.json`), "utf8")));
    return { ...message, id, receivedAt: new Date(Number(time)) };
  } catch {
    return undefined; // Gone, or damaged by someone: it is only a trial's mail.
  }
}
