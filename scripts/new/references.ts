import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { UserError } from "../bootstrap/errors.mjs";
import type { Reference } from "./definition.ts";

/** The resources of a project that fields can refer to: those with records whose list can be searched. */
function findReferences(dir: string): Reference[] {
  return globSync("src/features/*/queries.ts", { cwd: dir }).flatMap((file) => {
    const folder = dirname(join(dir, file));
    const queries = readFileSync(join(dir, file), "utf8");
    const records = /^export const (\w+Records) = \{/m.exec(queries)?.[1];
    const shown = /nameOf: \(\{ [\w, ]+ \}: \w+\) => ([\w ?]+)/.exec(queries)?.[1];
    if (!records || !shown || !queries.includes("listQuery(") || !existsSync(join(folder, "table.ts")))
      return [];
    const table = /^export const (\w+) = pgTable\(\s*"(\w+)"/m.exec(
      readFileSync(join(folder, "table.ts"), "utf8"),
    );
    if (!table) return [];
    const [, constant = "", name = ""] = table;
    const feature = file.split(/[/\\]/).at(-2) ?? "";
    return [{ name, feature, table: constant, records, nameColumns: shown.split(" ?? ") }];
  });
}

/** @throws UserError if fields can't refer to it */
export function findReference(dir: string, name: string): Reference {
  const references = findReferences(dir);
  const found = references.find((each) => each.name === name);
  if (found) return found;
  throw new UserError(
    `A field can't refer to "${name}". It can to: ${references
      .map((each) => each.name)
      .toSorted()
      .join(", ")}.`,
  );
}
