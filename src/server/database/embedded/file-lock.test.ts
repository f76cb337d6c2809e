import { statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { makeFolder, removeFolders } from "./fixtures/children.ts";
import { type FileLock, openLock } from "./file-lock.ts";

afterAll(removeFolders);

async function openLocks(count: number): Promise<FileLock[]> {
  const file = join(await makeFolder(), "lock");
  return Array.from({ length: count }, () => openLock(file));
}

test("an exclusive lock has one holder", async () => {
  const [one, two] = (await openLocks(2)) as [FileLock, FileLock];
  expect(one.tryExclusive()).toBe(true);
  expect(two.tryExclusive()).toBe(false);
  expect(two.tryShared()).toBe(false);
  one.release();
  expect(two.tryExclusive()).toBe(true);
  two.close();
  expect(one.tryShared()).toBe(true);
  one.close();
});

test("a shared lock can become exclusive when its last other holder has released it", async () => {
  const [one, two, three] = (await openLocks(3)) as [FileLock, FileLock, FileLock];
  expect(one.tryShared()).toBe(true);
  expect(two.tryShared()).toBe(true);
  expect(three.tryExclusive()).toBe(false);
  one.release();
  expect(three.tryExclusive()).toBe(false);
  two.close();
  expect(three.tryExclusive()).toBe(true);
  one.close();
  three.close();
});

test("a lock that another process holds can be opened", async () => {
  const file = join(await makeFolder(), "lock");
  const first = openLock(file);
  first.tryExclusive();
  const second = openLock(file);
  expect(second.tryExclusive()).toBe(false);
  first.close();
  expect(second.tryExclusive()).toBe(true);
  second.close();
});

test("a failed attempt to get an exclusive lock doesn't block others", async () => {
  const [one, two, three] = (await openLocks(3)) as [FileLock, FileLock, FileLock];
  expect(one.tryShared()).toBe(true);
  expect(two.tryExclusive()).toBe(false);
  expect(three.tryShared()).toBe(true);
  for (const lock of [one, two, three]) lock.close();
});

test("a lock's file stays empty, and only this account can read it", async () => {
  const file = join(await makeFolder(), "lock");
  const lock = openLock(file);
  lock.tryExclusive();
  lock.release();
  lock.tryShared();
  expect(statSync(file)).toMatchObject({ size: 0, mode: 0o100600 });
  lock.close();
});

test("an unusable lock file is reported", () => {
  expect(() => openLock("/no/such/folder/lock")).toThrow(/can't be locked .* on a local disk/);
});
