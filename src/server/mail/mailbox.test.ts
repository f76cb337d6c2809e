import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createMailbox, type Mailbox } from "./mailbox.ts";

let folder: string;
let mailbox: Mailbox;
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), "mailbox-")), "data", "mailbox");
  mailbox = createMailbox(folder);
});
afterEach(() => rmSync(join(folder, "..", ".."), { recursive: true }));

const message = {
  to: "nadia@example.com",
  subject: "Code",
  html: "<p>482913",
  text: "482913",
  code: "482913",
};

test("a message is stored as one JSON file that only this account can read", async () => {
  const id = await mailbox.add(message);
  expect(readdirSync(folder)).toEqual([`${id}.json`]);
  expect(JSON.parse(readFileSync(join(folder, `${id}.json`), "utf8"))).toEqual(message);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, `${id}.json`)).mode & 0o777).toBe(0o600);
  expect(await mailbox.list()).toEqual([{ ...message, id, receivedAt: expect.any(Date) }]);
});

test("messages are listed newest first, also those of the same millisecond", async () => {
  for (const subject of ["first", "second", "third"]) await mailbox.add({ ...message, subject });
  expect((await mailbox.list()).map(({ subject }) => subject)).toEqual(["third", "second", "first"]);
});

test("only the newest 200 are stored", async () => {
  for (let number = 1; number <= 203; number++) await mailbox.add({ ...message, subject: String(number) });
  const subjects = (await mailbox.list()).map(({ subject }) => subject);
  expect(subjects).toHaveLength(200);
  expect(subjects[0]).toBe("203");
  expect(subjects.at(-1)).toBe("4");
});

test("a new mailbox is empty", async () => {
  expect(await mailbox.list()).toEqual([]);
});

test("damaged, foreign and incomplete files are ignored", async () => {
  const id = await mailbox.add(message);
  writeFileSync(join(folder, "1700000000000-0123456789ab.json"), "{");
  writeFileSync(join(folder, "1700000000001-0123456789ab.json"), '{"to":5}');
  writeFileSync(join(folder, "1700000000002-0123456789ab.new"), JSON.stringify(message));
  writeFileSync(join(folder, "notes.txt"), "mine");
  expect((await mailbox.list()).map((found) => found.id)).toEqual([id]);
});
