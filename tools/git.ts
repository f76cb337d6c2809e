import { execFileSync } from "node:child_process";

/** Runs git in a folder. @returns what it prints; `undefined` if it fails, is missing, or the folder is no repository */
export function runGit(cwd: string, ...args: string[]): string | undefined {
  try {
    return execFileSync("git", args, {
      cwd,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  } catch {
    return undefined;
  }
}
