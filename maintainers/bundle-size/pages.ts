import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { brotliCompressSync } from "node:zlib";

/** The manifest of a build: for each route, the scripts that it needs besides those of its parents. */
export type Manifest = { routes: Record<string, { preloads?: string[] }> };

export type PageSize = { route: string; scripts: { file: string; bytes: number }[] };

/** The size of a built file in bytes of brotli. */
export function compressedSize(distDir: string, file: string): number {
  return brotliCompressSync(readFileSync(join(distDir, "client", file))).length;
}

/** Measures the scripts that the pages of some routes load. Undefined if there is no build. */
export async function measurePages(distDir: string, routes: string[]): Promise<PageSize[] | undefined> {
  const [file] = globSync("server/assets/_tanstack-start-manifest*.js", { cwd: distDir });
  if (!file) return undefined;
  const built = (await import(pathToFileURL(join(distDir, file)).href)) as {
    tsrStartManifest: () => Manifest;
  };
  const manifest = built.tsrStartManifest();
  return routes.map((route) => ({
    route,
    scripts: scriptsOf(manifest, route)
      .map((script) => ({ file: basename(script), bytes: compressedSize(distDir, script) }))
      .sort((a, b) => b.bytes - a.bytes),
  }));
}

/** The scripts of a route and its parent routes, without duplicates. A route without own scripts isn't in the manifest. */
export function scriptsOf({ routes }: Manifest, route: string): string[] {
  const segments = route.split("/");
  const parents = segments.map((_, index) => segments.slice(0, index + 1).join("/"));
  const chain = ["__root__", ...parents, route];
  return [...new Set(chain.flatMap((each) => routes[each]?.preloads ?? []))];
}
