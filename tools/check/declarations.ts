import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Project } from "./project.ts";

/**
 * Where the compiler writes the declarations of each file, and what it remembers of its last run: another folder for other
 * properties of JSON files. The compiler doesn't see that what they export has changed, because it writes no declarations of
 * them.
 */
export function declarationsFolder(project: Project, cacheDir: string): string {
  return join(cacheDir, "declarations", hash(jsonShapes(project)));
}

/** A hash of what other files see of each TypeScript file: of its declarations, or of its text if it has none. */
export function hashDeclarations(project: Project, cacheDir: string): Record<string, string> {
  const folder = declarationsFolder(project, cacheDir);
  const files = project.files("*.{ts,mjs}", "{src,scripts,tools,testing,.storybook}/**/*.{ts,tsx,mjs}");
  return Object.fromEntries(
    files.map((file) => {
      const declarations = join(folder, file.replace(/\.(m?)[jt]sx?$/, ".d.$1ts"));
      return [file, hash(existsSync(declarations) ? readFileSync(declarations, "utf8") : project.read(file))];
    }),
  );
}

export function hash(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}

/** The types of all JSON files that TypeScript files can import. */
export function jsonShapes(project: Project): string {
  const files = project.files("*.json", "{src,scripts,tools,testing,.storybook}/**/*.json");
  return JSON.stringify(files.map((file) => [file, shapeOf(parse(project.read(file)))]));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function shapeOf(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return typeof value;
  if (Array.isArray(value)) return value.map(shapeOf);
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shapeOf(each)]));
}
