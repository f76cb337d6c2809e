import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The files of a project. */
export type Project = {
  dir: string;
  /** The paths that match, sorted, with `/`. */
  files(...patterns: string[]): string[];
  read(path: string): string;
};

/** @param dir absolute path of the project's folder */
export function openProject(dir: string): Project {
  return {
    dir,
    files: (...patterns) =>
      globSync(patterns, { cwd: dir })
        .map((path) => path.replaceAll("\\", "/"))
        .sort(),
    read: (path) => readFileSync(join(dir, path), "utf8"),
  };
}

/** Whether a file is only for tests or stories. */
export function isTest(path: string): boolean {
  return /\.(test|stories)\.tsx?$|\/testing\.tsx?$|\/fixtures\//.test(path);
}

/** The line of an offset in a text, from 1. */
export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}
