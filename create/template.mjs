import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

/**
 * The starter as it was packed (pack.ts): its version, its files, and what can be left out of it.
 * @typedef {object} Template
 * @property {string} version
 * @property {{ path: string, isExecutable: boolean, base64: string }[]} files
 * @property {Record<string, { description: string, language?: string, removes: string[] }>} optional what can be
 *   left out, with the features that `npm run remove` then removes. Languages have their name.
 */

/** The keys of the languages that a project can have besides English. @param {Pick<Template, "optional">} template */
export function languagesOf({ optional }) {
  return Object.keys(optional).filter((name) => optional[name]?.language);
}

/** npm packages neither .gitignore nor package-lock.json, so the files are in one. @returns {Template} */
export function readTemplate() {
  const path = new URL("template/template.json.gz", import.meta.url);
  return JSON.parse(gunzipSync(readFileSync(path)).toString());
}
