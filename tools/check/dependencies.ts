import { matchesGlob, posix } from "node:path";
import { serverOnlyFiles } from "../server-only-files.ts";
import { isTest, lineAt, type Project } from "./project.ts";
import type { Finding } from "./run-checks.ts";

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

/** `import …`, `export … from …` and `import(…)`, also of types. */
const importPattern = /^(?:import|export)\b[^"=;()]*"([^"]+)"|\bimport\(\s*"([^"]+)"/gm;

/**
 * Checks between which files src imports, including types. Tests may import the composition root and testing/. Nothing
 * imports what only the maintainers of this repository need. The linter finds cycles (.oxlintrc.json).
 */
export function checkDependencies(project: Project): Finding[] {
  return project
    .files("{src,scripts,testing,tools}/**/*.{ts,tsx,mjs}")
    .filter((file) => !file.endsWith(".gen.ts"))
    .flatMap((file) => {
      const text = project.read(file);
      return [...text.matchAll(importPattern)].flatMap(({ index, 1: first, 2: second = "" }) => {
        const to = resolve(file, first ?? second);
        const problem = to && problemOf(file, to);
        return problem ? [{ file, line: lineAt(text, index), problem: `imports ${to}: ${problem}` }] : [];
      });
    });
}

function problemOf(from: string, to: string): string | undefined {
  if (to.startsWith("maintainers/")) return "a product has no maintainers/";
  if (!from.startsWith("src/")) return undefined;
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
  if (to.endsWith("/routeTree.gen.ts") && !["src/router.tsx", "src/server.ts"].includes(from))
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

/** The path of an imported file from the project's folder; undefined for packages. */
function resolve(from: string, specifier: string): string | undefined {
  const file = specifier.replace(/\?.*$/, "");
  if (file.startsWith("#")) return posix.join("src", file.slice(1));
  return file.startsWith(".") ? posix.join(posix.dirname(from), file) : undefined;
}
