import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "vitest";
import { copyProject } from "../testing/project-copy.ts";
import { projectDir } from "./support/project.ts";
import { runNode } from "./support/run-node.ts";
import { temporaryFolder } from "./support/testing.ts";

/** Several minutes on a busy machine. */
const timeoutMs = 30 * 60_000;

test(
  "a resource with a field of each kind, a field added later and a page pass all checks, and work in the browser",
  { timeout: timeoutMs, retry: 0 },
  async () => {
    const dir = temporaryFolder();
    copyProject(dir);
    const git = (...args: string[]) => execFileSync("git", args, { cwd: dir });
    const commit = () => {
      git("add", "-A");
      git("-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-qm", "step");
    };
    const run = (...args: string[]) => runNode(dir, "scripts/run.mjs", ...args);

    git("init", "-q");
    commit();
    await run(
      ...[
        "new",
        "resource",
        "wine",
        "name:text!",
        "producer:text",
        "bottles:number",
        "drinkFrom:date",
        "vintage:year",
        "price:money",
      ],
      ...["active:boolean", "region:choice(north,south)", "owner:ref(user)"],
    );
    commit();
    await run("new", "field", "wine", "sweetness:choice(dry,sweet)");
    commit();
    // All that can be required is, and several references.
    await run(
      ...["new", "resource", "cellar", "title:text!", "opened:date!", "capacity:number!"],
      ...["climate:choice(dry,damp)!", "keeper:ref(user)", "bestWine:ref(wine)"],
    );
    commit();
    await run("new", "page", "manager/tastings");
    // As a person would write it: nothing is left to format or to fix. What nothing uses is checked in the project itself.
    await run("check", "types", "lint", "texts", "dependencies", "directions", "migrations", "format");
    await run("build");
    await run("test", "unit", "--file", "src/app", "--file", "src/features");
    await run("test", "database", "--file", "src/app/request");
    mkdirSync(join(dir, "testing/e2e/wines"), { recursive: true });
    cpSync(
      join(projectDir, "scripts/new/fixtures/wines.test.ts.txt"),
      join(dir, "testing/e2e/wines/wines.test.ts"),
    );
    await run("test", "e2e", "--file", "e2e/wines", "--file", "e2e/tastings");
  },
);
