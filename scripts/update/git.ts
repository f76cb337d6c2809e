import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { UserError } from "../bootstrap/errors.mjs";

/** A folder with a repository, and git in it. */
export type Repository = {
  dir: string;
  /** Runs git. @returns what it prints. @throws UserError with git's reason if it fails */
  git(...args: string[]): string;
};

export function openRepository(dir: string, env = process.env): Repository {
  return {
    dir,
    git(...args) {
      try {
        const stdio = ["ignore", "pipe", "pipe"] as const;
        return execFileSync("git", args, { cwd: dir, env, encoding: "utf8", stdio: [...stdio] }).trim();
      } catch (error) {
        const { stderr, message } = error as { stderr?: string; message: string };
        throw new UserError(`git ${args[0]} failed: ${stderr?.trim() || message}`);
      }
    },
  };
}

/**
 * Makes a repository for files that may be hostile: no configuration, variable or template of the user gives it hooks, filters,
 * drivers or other programs, which could run what is in these files.
 * @param temporary an empty folder for it
 */
export function createIsolatedRepository(temporary: string): Repository {
  const dir = join(temporary, "repository");
  mkdirSync(dir);
  const identity = "[user]\n\tname = Flyleaf\n\temail = flyleaf@localhost\n";
  // It reads the project's repository, which another account may own.
  writeFileSync(join(temporary, ".gitconfig"), `${identity}[safe]\n\tdirectory = *\n`);
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_"));
  const repository = openRepository(dir, {
    ...Object.fromEntries(inherited),
    HOME: temporary,
    XDG_CONFIG_HOME: temporary,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_ATTR_NOSYSTEM: "1",
  });
  repository.git("init", "--quiet", "--template=");
  return repository;
}
