import { execFileSync } from "node:child_process";
import { cpSync, existsSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { projectDir } from "../scripts/support/project.ts";

/** Copies the project's files into an empty folder, without what its maintainers need. The packages are linked. */
export function copyProject(dir: string): void {
  const list = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], { cwd: projectDir });
  const files = list.toString().trim().split("\n");
  // Git also lists files that are deleted in the working tree.
  const isCopied = (file: string) => !file.startsWith("maintainers/") && existsSync(join(projectDir, file));
  for (const file of files.filter(isCopied))
    cpSync(join(projectDir, file), join(dir, file), { recursive: true, errorOnExist: false });
  symlinkSync(join(projectDir, "node_modules"), join(dir, "node_modules"));
}
