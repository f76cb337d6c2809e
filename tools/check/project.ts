import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "vite";

/** A node of a file's syntax tree (ESTree with JSX and TypeScript). Positions are offsets into the text. */
export type SyntaxNode = { type: string; start: number; end: number; [property: string]: unknown };

export type SourceFile = {
  /** From the project's folder, with `/`. */
  path: string;
  text: string;
  program: SyntaxNode;
  /** The line of an offset, from 1. */
  lineAt(offset: number): number;
};

/** The files of a project, each parsed once. */
export type Project = {
  dir: string;
  /** The paths that match, sorted, with `/`. */
  files(...patterns: string[]): string[];
  read(path: string): string;
  /** A TypeScript file of the project. */
  source(path: string): SourceFile;
  /** Where checks keep what they know of unchanged files; undefined if they must not. */
  cacheDir?: string;
};

/** @param dir absolute path of the project's folder */
export function openProject(dir: string, o: { cacheDir?: string } = {}): Project {
  const sources = new Map<string, SourceFile>();
  const read = (path: string) => readFileSync(join(dir, path), "utf8");
  return {
    ...o,
    dir,
    files: (...patterns) =>
      globSync(patterns, { cwd: dir })
        .map((path) => path.replaceAll("\\", "/"))
        .sort(),
    read,
    source(path) {
      const source = sources.get(path) ?? parse(path, read(path));
      sources.set(path, source);
      return source;
    },
  };
}

/** Parses JavaScript, TypeScript or JSX, depending on the extension. */
export function parse(path: string, text: string): SourceFile {
  const program = parseSync(path, text).program as unknown as SyntaxNode;
  return { path, text, program, lineAt: (offset) => text.slice(0, offset).split("\n").length };
}

/** Whether a file is only for tests or stories. */
export function isTest(path: string): boolean {
  return /\.(test|stories)\.tsx?$|\/testing\.tsx?$|\/fixtures\//.test(path);
}

/** Calls `visit` for a node and its descendants, with its ancestors, the parent last. */
export function walk(
  node: SyntaxNode,
  visit: (node: SyntaxNode, ancestors: readonly SyntaxNode[]) => void,
  ancestors: SyntaxNode[] = [],
): void {
  visit(node, ancestors);
  ancestors.push(node);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value])
      if (isNode(child)) walk(child, visit, ancestors);
  }
  ancestors.pop();
}

/** Whether a value is a node, optionally of a type. */
export function isNode(value: unknown, type?: string): value is SyntaxNode {
  if (typeof value !== "object" || value === null || !("type" in value)) return false;
  return type === undefined ? typeof value.type === "string" : value.type === type;
}

/** The value of a string literal. */
export function stringOf(value: unknown): string | undefined {
  return isNode(value, "Literal") && typeof value.value === "string" ? value.value : undefined;
}
