import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Project } from "../../tools/check/project.ts";
import type { Finding } from "../../tools/check/run-checks.ts";
import { runTool } from "../../tools/check/tool.ts";

/** As the project's check `unused`, also of the parts that a product may leave unused: here features use all of them. */
export async function checkUnused(project: Project): Promise<Finding[]> {
  const settings = project.read("knip.jsonc").replace(/^ {2}"ignoreIssues": \{.*?^ {2}\},\n/ms, "");
  const folder = mkdtempSync(join(tmpdir(), "app-unused-"));
  try {
    const file = join(folder, "knip.jsonc");
    writeFileSync(file, settings);
    const args = ["--config", file, "--no-progress", "--no-config-hints"];
    const { code, output } = await runTool("knip", args, project.dir);
    return code === 0 ? [] : [{ problem: output.trim() }];
  } finally {
    rmSync(folder, { recursive: true });
  }
}
