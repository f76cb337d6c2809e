import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";

/** Adds hashes to a page. @param nonce the page's */
export type AddIntegrity = (html: string, nonce: string) => string;

const linkedFile = /<(?:link|script) [^>]*?(?:href|src)="([^"]+)"/g;

/**
 * Lets browsers check what a CDN sends: scripts and styles that differ from the build are not used. Pages name the hashes of
 * what they load at first (`integrity`), and, in an import map, of all scripts, because those import others.
 * @param files the build's, with their names
 * @param folder their URL
 */
export async function createIntegrity(
  files: ReadonlyMap<string, string>,
  folder: string,
): Promise<AddIntegrity> {
  const hashed = [...files].filter(([name]) => /\.(js|css)$/.test(name));
  const entries = await Promise.all(
    hashed.map(async ([name, path]) => {
      const hash = createHash("sha256")
        .update(await readFile(path))
        .digest("base64");
      return [`${folder}/${name}`, `sha256-${hash}`] as const;
    }),
  );
  const hashes = new Map<string, string>(entries);
  const scripts = entries.filter(([url]) => url.endsWith(".js"));
  const importMap = JSON.stringify({ integrity: Object.fromEntries(scripts) });
  return (html, nonce) =>
    html
      .replace(linkedFile, (tag, url: string) => {
        const hash = hashes.get(url);
        return hash ? `${tag} integrity="${hash}"` : tag;
      })
      // Before all scripts and preloads: later it would be ignored.
      .replace("<head>", `<head><script type="importmap" nonce="${nonce}">${importMap}</script>`);
}
