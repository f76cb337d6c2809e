/** @typedef {import("./template.mjs").Template} Template */

/** The keys of the languages that a project can have besides English. @param {Pick<Template, "optional">} template */
export function languagesOf({ optional }) {
  return Object.keys(optional).filter((name) => optional[name]?.language);
}
