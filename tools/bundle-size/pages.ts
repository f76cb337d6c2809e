import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { brotliCompressSync } from "node:zlib";

/** The manifest of a build: for each route, the scripts that its page loads, and its child routes. */
export type Manifest = { routes: Record<string, { preloads?: string[]; children?: string[] }> };

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

/** The scripts of a route and its parent routes, without duplicates. */
export function scriptsOf({ routes }: Manifest, route: string): string[] {
  const [parent] = Object.entries(routes).find(([, { children }]) => children?.includes(route)) ?? [];
  const own = routes[route]?.preloads ?? [];
  return [...new Set([...(parent ? scriptsOf({ routes }, parent) : []), ...own])];
}
