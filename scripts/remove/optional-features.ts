import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** What belongs to an optional feature, besides its folders and the lines that are marked with its name (marked-lines.ts). */
export type OptionalFeature = {
  /** What it is, in a short sentence, and what people lose without it. */
  description: string;
  /** The language's name, if it is one. */
  language?: string;
  /** Its folders, and patterns of its files. */
  files: string[];
  /** Patterns of files that it shares with others: they go with the last of these. */
  sharedFiles?: string[];
  /** The feature that it is a part of, and goes with. */
  partOf?: string;
  /** It needs all others, so it goes with the first one. */
  needsAll?: boolean;
  /** Packages that only it uses. */
  packages?: string[];
  /** Its scripts in package.json. */
  scripts?: string[];
  /** Its texts that code finds by a value ("errors.*"), as patterns of `<namespace>:<key>`. */
  texts?: string[];
};

/**
 * The optional features of a project by name: scripts/remove/features has a file for each, and one with SQL if its columns
 * can't be dropped alone.
 */
export function readOptionalFeatures(dir: string): Map<string, OptionalFeature> {
  const folder = join(dir, "scripts/remove/features");
  return new Map(
    globSync("*.json", { cwd: folder }).map((file) => [
      file.slice(0, -".json".length),
      JSON.parse(readFileSync(join(folder, file), "utf8")) as OptionalFeature,
    ]),
  );
}
