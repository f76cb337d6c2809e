import { globSync } from "node:fs";
import { areaNames } from "#brand/area-names.ts";
import { languages } from "#i18n/languages.ts";
import { UserError } from "../bootstrap/errors.mjs";
import { capitalize, checkFeatureName } from "./names.ts";
import { fillTemplates, listFeature, type Plan } from "./plan.ts";
import { noun } from "./texts.ts";

/** @param path the area and the name: "app/tastings" @throws UserError if the path is not valid, or there is one already */
export function planPage(dir: string, path: string): Plan {
  const [, area = "", name = ""] = /^(\w+)\/([^/]+)$/.exec(path) ?? [];
  const areas: readonly string[] = areaNames;
  if (!areas.includes(area))
    throw new UserError(
      `"${path}" is no path of a page: write one like ${areas.map((each) => `${each}/tastings`).join(" or ")}.`,
    );
  checkFeatureName(name);
  const [taken] = globSync([`src/{features,resource,app}/${name}`, `src/routes/*/${name}{,.tsx}`], {
    cwd: dir,
  });
  if (taken) throw new UserError(`"${name}" exists already: see ${taken}.`);
  const roleOfArea = area === "manager" ? "admin" : "user";
  const files = fillTemplates("page", { things: name, Things: capitalize(name), roleOfArea, area });
  for (const { key } of languages) {
    const texts = {
      title: noun(key, capitalize(name)),
      text: noun(key, "Say here what people find on this page."),
    };
    files.set(`src/features/${name}/messages/${key}.json`, JSON.stringify(texts, undefined, 2));
  }
  return { files, left: listFeature(dir, files, name, false) };
}
