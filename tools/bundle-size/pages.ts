import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { brotliCompressSync } from "node:zlib";

/** What a built product's manifest says of each route: the scripts that its page names, and the routes beneath it. */
export type Manifest = { routes: Record<string, { preloads?: string[]; children?: string[] }> };

export type PageSize = { route: string; scripts: { file: string; bytes: number }[] };

/** A file of the built product as it goes over the wire, in bytes of brotli. */
export function compressedSize(distDir: string, file: string): number {
  return brotliCompressSync(readFileSync(join(distDir, "client", file))).length;
}

/** Weighs the scripts that the pages of some routes name. Undefined where nothing has been built. */
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
      .sort((one, other) => other.bytes - one.bytes),
  }));
}

/** The scripts of a route and of those above it, each once. */
export function scriptsOf({ routes }: Manifest, route: string): string[] {
  const [above] = Object.entries(routes).find(([, { children }]) => children?.includes(route)) ?? [];
  const own = routes[route]?.preloads ?? [];
  return [...new Set([...(above ? scriptsOf({ routes }, above) : []), ...own])];
}
