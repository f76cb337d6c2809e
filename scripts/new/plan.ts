import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { addImport, insertAt, type Files } from "./edit.ts";

/** What a command writes. */
export type Plan = {
  files: Files;
  /** What has to be added by hand, because its place was not found. */
  left: string[];
  /** The name of the migration, its first line, and the statements after those for the tables. */
  migration?: { name: string; note: string; calls: string[] };
};

/** Files from a folder of templates, in whose paths and texts words are replaced. */
export function fillTemplates(folder: string, words: Readonly<Record<string, string>>): Files {
  const templates = join(import.meta.dirname, "templates", folder);
  const pattern = new RegExp(Object.keys(words).join("|"), "g");
  const fill = (text: string) => text.replaceAll(pattern, (word) => words[word] ?? word);
  return new Map(
    globSync("**/*.txt", { cwd: templates }).map((file) => {
      const path = file.replaceAll("\\", "/").replace(/\.txt$/, "");
      return [fill(path), fill(readFileSync(join(templates, file), "utf8"))];
    }),
  );
}

/** Lists a feature in src/app. @returns what it found no place for */
export function listFeature(dir: string, files: Files, name: string, hasServer: boolean): string[] {
  const lists = [
    {
      file: "src/app/features.ts",
      part: `${name}Feature`,
      module: "feature.ts",
      line: `  ${name}Feature,\n`,
      place: /(?=^\] as const satisfies readonly Feature)/m,
    },
    {
      file: "src/app/features.server.ts",
      part: `${name}ServerFeature`,
      module: "feature.server.ts",
      line: `  ${name}: ${name}ServerFeature,\n`,
      place: /(?=^\} as const satisfies Record<string, ServerFeature>)/m,
    },
  ];
  return lists.slice(0, hasServer ? 2 : 1).flatMap(({ file, part, module, line, place }) => {
    const text = insertAt(readFileSync(join(dir, file), "utf8"), place, line);
    if (text === undefined) return [`${file}: ${part}`];
    files.set(file, addImport(text, [part, `#features/${name}/${module}`]));
    return [];
  });
}
