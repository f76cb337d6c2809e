import { execFileSync } from "node:child_process";
import { cpSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { projectDir } from "../scripts/support/project.ts";

/** Copies the project's files into an empty folder, without what its maintainers need. The packages are linked. */
export function copyProject(dir: string): void {
  const list = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], { cwd: projectDir });
  for (const file of list.toString().trim().split("\n"))
    if (!file.startsWith("maintainers/"))
      cpSync(join(projectDir, file), join(dir, file), { recursive: true, errorOnExist: false });
  symlinkSync(join(projectDir, "node_modules"), join(dir, "node_modules"));
}
