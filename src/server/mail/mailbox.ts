import { randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { databaseTime } from "#server/database/clock.ts";

const messageSchema = z.object({
  to: z.string(),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  code: z.string().optional(),
});

export type MailboxMessage = z.infer<typeof messageSchema>;
export type StoredMessage = MailboxMessage & { id: string; receivedAt: Date };

/** Stores mails on this machine while no mail server is configured. */
export type Mailbox = {
  add(message: MailboxMessage): Promise<string>;
  /** Newest first. */
  list(): Promise<StoredMessage[]>;
};

const maxMessages = 200;
/** The time in milliseconds, so that names sort by age, and a random part. */
const idPattern = /^\d{13}-[\da-f]{12}$/;

export function mailboxFolder(dataDir: string): string {
  return join(dataDir, "mailbox");
}

/** @param folder contains a JSON file for each of the newest 200 messages, for this account only */
export function createMailbox(folder: string): Mailbox {
  let lastTime = 0;

  return {
    async add(message) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      lastTime = Math.max(databaseTime().getTime(), lastTime + 1);
      const id = `${lastTime}-${randomBytes(6).toString("hex")}`;
      // Renamed when it is complete, so that a reader sees all of it or nothing.
      const path = join(folder, id);
      const draft = `${path}.new`;
      try {
        await writeFile(draft, JSON.stringify(message), { flag: "wx", mode: 0o600 });
        await rename(draft, `${path}.json`);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
      await removeOldest(folder).catch(() => undefined); // The next message tries again.
      return id;
    },
    async list() {
      const names = (await filesIn(folder)).filter((name) => name.endsWith(".json"));
      const messages = await Promise.all(names.map((name) => read(folder, name)));
      return messages.filter((message) => message !== undefined);
    },
  };
}

async function removeOldest(folder: string) {
  const old = (await filesIn(folder)).slice(maxMessages);
  await Promise.all(old.map((name) => rm(join(folder, name), { force: true })));
}

/** The names of messages, and of temporary files of interrupted processes, newest first. */
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

/** Undefined if the message has been deleted or is damaged. */
async function read(folder: string, name: string): Promise<StoredMessage | undefined> {
  try {
    const message = messageSchema.parse(JSON.parse(await readFile(join(folder, name), "utf8")));
    return { ...message, id: name.replace(".json", ""), receivedAt: new Date(Number.parseInt(name, 10)) };
  } catch {
    return undefined;
  }
}
