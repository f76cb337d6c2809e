import { matchesGlob, posix } from "node:path";
import { serverOnlyFiles } from "../server-only-files.ts";
import type { Finding } from "./finding.ts";
import { isTest, stringOf, walk, type Project, type SourceFile, type SyntaxNode } from "./project.ts";

/** The layers from top to bottom. A layer imports itself and the lines below it, never its own line's neighbors. */
const layers: Record<string, string>[] = [
  { entry: "src/*.{ts,tsx}" },
  { routes: "src/routes/**" },
  { app: "src/app/**" },
  { features: "src/features/**" },
  { resource: "src/resource/**" },
  { rpc: "src/rpc/**" },
  { ui: "src/ui/**", server: "src/server/**" },
  { i18n: "src/i18n/**", brand: "src/brand/**" },
  { lib: "src/lib/**" },
];

/** What a feature offers to the other features. */
const publicFiles = ["contract.ts", "queries.ts", "schema.ts", "table.ts", "shared/**"];

/**
 * Layers in which only server-only files import server-only files. In the layers above, Start removes the server's part
 * of routes and isomorphic functions from the browser's code, and its import protection checks the build (vite.config.ts).
 */
const separatedLayers = ["features", "resource", "ui", "i18n", "brand", "lib"];

type Import = { from: string; to: string; line: number };

/** Checks the imports of src, including imports of types. Tests may import the composition root and testing/. */
export function checkDependencies(project: Project): Finding[] {
  const imports = importsOf(project);
  const findings = imports.flatMap(({ from, to, line }) => {
    const problem = problemOf(from, to);
    return problem ? [{ file: from, line, problem: `imports ${to}: ${problem}` }] : [];
  });
  return [...findings, ...cyclesOf(imports)];
}

/** The layers as lines of text: for each, the layers that it imports, and how often. */
export function formatLayerGraph(project: Project): string {
  const counts: Record<string, Record<string, number>> = {};
  for (const { from, to } of importsOf(project)) {
    const [source, target] = [layerOf(from), layerOf(to)];
    if (!source || !target || source === target || isTest(from)) continue;
    (counts[source] ??= {})[target] = (counts[source][target] ?? 0) + 1;
  }
  const names = layers.flatMap((line) => Object.keys(line));
  return names
    .map((name) => {
      const targets = names.filter((other) => counts[name]?.[other]);
      const list = targets.map((other) => `${other} (${counts[name]?.[other]})`).join(", ");
      return `${name.padEnd(9)} → ${list || "nothing"}`;
    })
    .join("\n");
}

function problemOf(from: string, to: string): string | undefined {
  if (!to.startsWith("src/")) {
    const isAllowed = isTest(from) || to === "package.json";
    return isAllowed ? undefined : "only tests import files outside src";
  }
  const [source, target] = [layerOf(from), layerOf(to)];
  for (const [path, layer] of [
    [from, source],
    [to, target],
  ]) {
    if (!layer) return `${path} is in no layer: add its folder to tools/check/dependencies.ts`;
  }
  if (to.endsWith("/routeTree.gen.ts") && !["src/all-routes.ts", "src/server.ts"].includes(from))
    return "only the application imports the routes";
  if (source !== target && levelOf(source) >= levelOf(target) && !(isTest(from) && target === "app")) {
    return `${source} must not import ${target}`;
  }
  const feature = featureOf(to);
  if (feature && featureOf(from) && feature !== featureOf(from)) {
    const file = to.slice(`src/features/${feature}/`.length);
    if (!matches(file, publicFiles))
      return `of ${feature}, other features import only ${publicFiles.join(", ")}`;
  }
  const isSeparated = separatedLayers.includes(source ?? "") && !isTest(from) && !isServerOnly(from);
  if (isSeparated && isServerOnly(to)) return "only server-only files import it (tools/server-only-files.ts)";
  return undefined;
}

function isServerOnly(path: string): boolean {
  return matches(path, serverOnlyFiles);
}

function matches(path: string, patterns: string[]): boolean {
  return patterns.some((pattern) => matchesGlob(path, pattern));
}

function layerOf(path: string): string | undefined {
  return layers.flatMap(Object.entries).find(([, files]) => matchesGlob(path, files))?.[0];
}

function levelOf(layer: string | undefined): number {
  return layers.findIndex((line) => layer !== undefined && layer in line);
}

function featureOf(path: string): string | undefined {
  return /^src\/features\/([^/]+)\//.exec(path)?.[1];
}

/** A finding for each group of files that import each other in a circle. */
function cyclesOf(imports: Import[]): Finding[] {
  const targets = Map.groupBy(imports, ({ from }) => from);
  const done = new Set<string>();
  const findings: Finding[] = [];
  const path: string[] = [];
  const visit = (file: string) => {
    const start = path.indexOf(file);
    if (start >= 0)
      findings.push({ file, problem: `imports itself: ${[...path.slice(start), file].join(" → ")}` });
    if (start >= 0 || done.has(file)) return;
    path.push(file);
    for (const { to } of targets.get(file) ?? []) visit(to);
    path.pop();
    done.add(file);
  };
  for (const file of targets.keys()) visit(file);
  return findings;
}

/** All imports between the project's own files. The generated route tree is left out. */
function importsOf(project: Project): Import[] {
  return project
    .files("src/**/*.{ts,tsx}")
    .filter((path) => !path.endsWith(".gen.ts"))
    .flatMap((path) => importsOfFile(project.source(path)));
}

function importsOfFile(source: SourceFile): Import[] {
  const imports: Import[] = [];
  walk(source.program, (node) => {
    const specifier = specifierOf(node);
    const to = specifier === undefined ? undefined : resolve(source.path, specifier);
    if (to !== undefined) imports.push({ from: source.path, to, line: source.lineAt(node.start) });
  });
  return imports;
}

function specifierOf(node: SyntaxNode): string | undefined {
  const kinds = [
    "ImportDeclaration",
    "ExportNamedDeclaration",
    "ExportAllDeclaration",
    "ImportExpression",
    "TSImportType",
  ];
  return kinds.includes(node.type) ? stringOf(node.source) : undefined;
}

/** The path of an imported file from the project's folder; undefined for packages. */
function resolve(from: string, specifier: string): string | undefined {
  const file = specifier.replace(/\?.*$/, "");
  if (file.startsWith("#")) return posix.join("src", file.slice(1));
  return file.startsWith(".") ? posix.join(posix.dirname(from), file) : undefined;
}
