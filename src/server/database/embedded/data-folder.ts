import { createHash, randomBytes } from "node:crypto";
import { existsSync, lstatSync, readFileSync, readlinkSync, realpathSync } from "node:fs";
import { chmod, chown, mkdir, open, readdir, rename, rm, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Binaries, makeFolderForEveryone } from "./binaries.ts";
import { DatabaseStartError, startErrorFrom } from "./start-errors.ts";
import { type Account, canAccess, checkOwner } from "./account.ts";
import { runProgram } from "./postmaster.ts";
import { passwordFile, writeWindowsAccess } from "./windows-access.ts";

/** What the embedded database keeps in DATA_DIR. */
export type DataPaths = {
  dataDir: string;
  /** PostgreSQL's own folder, or a link to it. */
  data: string;
  log: string;
  /** Locked while someone starts or stops PostgreSQL. */
  startLock: string;
  /** Locked, together, by all who use PostgreSQL. */
  usersLock: string;
};

export function dataPaths(dataDir: string): DataPaths {
  return {
    dataDir,
    data: join(dataDir, "postgres"),
    log: join(dataDir, "postgres.log"),
    startLock: join(dataDir, "postgres.turn.lock"),
    usersLock: join(dataDir, "postgres.users.lock"),
  };
}

/**
 * Looks at what DATA_DIR holds.
 * @returns the real path of the database files, none where there are none yet
 * @throws DatabaseStartError where what is there can't be used, before anything is touched.
 */
export async function findDataFolder(files: DataPaths, major: string): Promise<string | undefined> {
  const { data } = files;
  if (!existsSync(data)) {
    if (!lstatSync(data, { throwIfNoEntry: false })) return undefined;
    throw new DatabaseStartError(
      `${data} is a link to ${readlinkSync(data)}, which is gone: bring that folder back, or remove the link to begin with an empty database.`,
    );
  }
  const names = await readdir(data).catch(() => undefined);
  if (names?.length === 0) return undefined;
  checkOwner(data);
  if (!names?.includes("PG_VERSION")) {
    throw new DatabaseStartError(
      `${data} holds something else than a database: move it away to begin with an empty database, or put a backup in its place.`,
    );
  }
  const found = readFileSync(join(data, "PG_VERSION"), "utf8").trim();
  if (found !== major) {
    throw new DatabaseStartError(
      `The database in ${data} was made by PostgreSQL ${found || "of an unknown version"}, and PostgreSQL ${major} can't read it: go back to the version of this product that made it, or move the folder away to begin with an empty database.`,
    );
  }
  const place = realpathSync(data);
  // Backups often come back with other permissions, which PostgreSQL refuses.
  if (process.platform !== "win32") await chmod(place, 0o700);
  return place;
}

/** @throws DatabaseStartError where the account that will run PostgreSQL can't enter its files. */
export async function checkAccess(
  place: string,
  account: Account | undefined,
  shared: string,
): Promise<void> {
  if (await canAccess(account, join(place, "PG_VERSION"), "r")) return;
  throw new DatabaseStartError(
    `The database in ${place} lies where the account that runs PostgreSQL (number ${account?.uid}) can't enter: move it to a folder that every account may enter, such as ${join(shared, "database")}, and put a link to it in its place.`,
  );
}

/**
 * Creates the database files: in a draft folder that is renamed once complete, so that an interrupted creation leaves
 * nothing that looks like a database.
 * @param o.shared a folder that every account may enter, for the files where `account` can't enter DATA_DIR
 * @returns the real path of the database files
 */
export async function createDataFolder(o: {
  files: DataPaths;
  binaries: Binaries;
  account: Account | undefined;
  shared: string;
}): Promise<string> {
  const { data, dataDir } = o.files;
  await removeDrafts(dataDir, "postgres");
  const draft = await makeDraft(dataDir, "postgres", o.account);
  if (await canAccess(o.account, draft, "w")) {
    await initialise(draft, o);
    await rm(data, { recursive: true, force: true }); // At most an empty folder: `findData` has looked.
    await finish(draft, data);
    return realpathSync(data);
  }

  await rm(draft, { recursive: true, force: true });
  await makeFolderForEveryone(o.shared);
  const name = createHash("sha256").update(dataDir).digest("hex").slice(0, 16);
  await removeDrafts(o.shared, name);
  const elsewhere = await makeDraft(o.shared, name, o.account);
  await initialise(elsewhere, o);
  const place = elsewhere.replace(".new-", "-");
  await finish(elsewhere, place);
  await rm(data, { recursive: true, force: true });
  await symlink(place, data);
  return realpathSync(data);
}

async function removeDrafts(folder: string, name: string) {
  for (const entry of await readdir(folder)) {
    if (!entry.startsWith(`${name}.new-`)) continue;
    // An initdb that outlived its parent may still write there; it ends by itself, and the next start removes the rest.
    await rm(join(folder, entry), { recursive: true, force: true }).catch(() => undefined);
  }
}

async function makeDraft(folder: string, name: string, account: Account | undefined): Promise<string> {
  const draft = join(folder, `${name}.new-${randomBytes(6).toString("hex")}`);
  await mkdir(draft, { mode: 0o700 });
  if (account) await chown(draft, account.uid, account.gid);
  return draft;
}

async function initialise(
  draft: string,
  o: { files: DataPaths; binaries: Binaries; account: Account | undefined },
) {
  const onWindows = process.platform === "win32";
  if (onWindows) await writeWindowsAccess(o.files.dataDir);
  const access = onWindows
    ? ["--auth=scram-sha-256", `--pwfile=${passwordFile(o.files.dataDir)}`]
    : ["--auth-local=trust", "--auth-host=reject"]; // The socket's folder is closed to other accounts.
  let output = "";
  for (const locale of characterLocales) {
    const result = await runProgram(
      o.binaries.initdb,
      [
        `--pgdata=${draft}`,
        "--username=flyleaf",
        "--encoding=UTF8",
        "--locale-provider=icu",
        "--icu-locale=und",
        ...(locale ? [`--locale=${locale}`] : []),
        "--lc-messages=C",
        "--no-instructions",
        ...access,
      ],
      o.account,
    );
    if (result.code === 0) return;
    output = result.output;
    if (!/invalid locale name/.test(output)) break;
  }
  await rm(draft, { recursive: true, force: true });
  throw startErrorFrom(o.files.data, output);
}

/** Which characters are letters comes from the system: from the first of these that it knows. */
const characterLocales =
  process.platform === "win32"
    ? [undefined]
    : process.platform === "darwin"
      ? ["en_US.UTF-8", "C.UTF-8"]
      : ["C.UTF-8", "en_US.UTF-8"];

async function finish(draft: string, place: string) {
  await rename(draft, place);
  if (process.platform === "win32") return;
  // Without this a power cut could undo the rename, and with it all that was written meanwhile.
  const folder = await open(dirname(place), "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
