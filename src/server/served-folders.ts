import { realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { projectDir } from "#server/project-dir.ts";

/** Folders of the project from which browsers get files: by development servers, tests or the built product (dist). */
const servedFolders = [
  "src",
  "public",
  "node_modules",
  "testing",
  ".storybook", // optional: storybook
  "dist",
] as const;

export type ServedFolder = (typeof servedFolders)[number];

/** The folder, among those from which browsers get files, that a path is in; undefined if it is in none of them. */
export function servedFolderOf(path: string): ServedFolder | undefined {
  const target = withoutLinks(resolve(path));
  return servedFolders.find((folder) => isInFolder(target, withoutLinks(join(projectDir, folder))));
}

/** Whether a path is that of the folder, or below it. Both without links. */
export function isInFolder(path: string, folder: string): boolean {
  const inner = relative(folder, path);
  return inner !== ".." && !inner.startsWith(`..${sep}`) && !isAbsolute(inner);
}

/** The path as the disk spells it, with all links followed. It needn't exist yet. */
export function withoutLinks(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(withoutLinks(parent), basename(path));
  }
}
