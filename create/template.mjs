import { fileURLToPath } from "node:url";

/** @typedef {import("../scripts/update/packed.mjs").Template} Template */

// `npm run pack` copies it beside the template: the package has no scripts/.
const packed = new URL("template/packed.mjs", import.meta.url);
/** @type {typeof import("../scripts/update/packed.mjs")} */
const { readPacked, writePacked } = await import(packed.href);
export { writePacked };

/** The starter in this package: npm packs neither .gitignore nor package-lock.json, so its files are in one. */
export function readTemplate() {
  return readPacked(fileURLToPath(new URL(".", import.meta.url)));
}
