import { realpathSync, statSync } from "node:fs";
import { join, posix, relative, sep } from "node:path";
import { normalizePath, type Plugin } from "vite";
import { isInFolder, type ServedFolder, withoutLinks } from "../src/server/served-folders.ts";

/** From which `npm run dev` sends files. */
const developmentFolders: readonly ServedFolder[] = ["src", "public", "node_modules"];

/** What Vite and its plugins generate for browsers, without reading the file that a URL names. */
const generated = [
  /^\/@vite\/client$/,
  /^\/@react-refresh$/,
  /^\/__open-in-editor$/,
  /^\/@tanstack-start\/styles\.css$/,
  /^\/@id\/virtual:[\w-]+$/,
  /^\/@id\/__x00__@[\w@.+/-]+$/,
  // Bundled packages. A request waits until there is the file.
  /^\/node_modules\/\.vite\/deps\/[\w@.+-]+$/,
];

/**
 * Decides which requests `npm run dev` passes to Vite: those for code and assets that browsers load. No spelling of a URL
 * leads to another file, for example to one in DATA_DIR.
 * @returns whether Vite may answer a request for a path, with or without a query
 */
export function createServedFiles(projectDir: string): (target: string) => boolean {
  const folders = developmentFolders.map((folder) => withoutLinks(join(projectDir, folder)));
  const isServed = (file: string) => {
    try {
      const path = realpathSync.native(file);
      const folder = folders.find((each) => isInFolder(path, each));
      if (folder === undefined) return false;
      const isHidden = relative(folder, path)
        .split(sep)
        .some((name) => name.startsWith("."));
      return !isHidden && statSync(path).isFile();
    } catch {
      return false; // There is no such file.
    }
  };
  return (target) => {
    const path = decodePath(target);
    if (path === undefined) return false;
    if (generated.some((each) => each.test(path))) return true;
    // For files that aren't in the project's folder, for example those of packages if node_modules is a link.
    if (path.startsWith("/@fs/")) return isServed(path.slice(sep === "/" ? "/@fs".length : "/@fs/".length));
    return isServed(join(projectDir, path)) || isServed(join(projectDir, "public", path));
  };
}

/** @returns undefined for a path that Vite could read in another way than we do */
function decodePath(target: string): string | undefined {
  try {
    const path = decodeURIComponent(target.split("?", 1)[0] ?? "");
    return path === posix.normalize(path) && !/[\\%#?]/.test(path) ? path : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Makes a development server of Vite send files from these folders of its root only, and to pages of its own origin only.
 * It is decided after all other settings, so that they can't add to it.
 */
export function serveOnly(folders: readonly ServedFolder[] = developmentFolders): Plugin {
  return {
    name: "serve-only",
    enforce: "post",
    configResolved({ root, server }) {
      const paths = folders.map((folder) => join(root, folder));
      server.cors = false;
      server.fs.strict = true;
      server.fs.allow = [...paths, ...paths.map(withoutLinks)].map((path) => normalizePath(path));
    },
    configureServer({ middlewares }) {
      // Vite starts an editor on this machine, for links in its messages.
      middlewares.use("/__open-in-editor", ({ headers }, res, next) => {
        if (headers["sec-fetch-site"] === "same-origin") next();
        else res.writeHead(404).end();
      });
    },
  };
}
