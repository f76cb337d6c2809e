import { readFileSync } from "node:fs";
import { join, matchesGlob } from "node:path";
import { runGit } from "../../tools/git.ts";
import { UserError } from "../bootstrap/errors.mjs";
import { removeMarkedLines } from "./marked-lines.ts";
import { type OptionalFeature, readOptionalFeatures } from "./optional-features.ts";

/** What removing features changes. */
export type Plan = {
  /** The features. */
  names: string[];
  /** Files that go. */
  deleted: string[];
  /** Files that stay, with what is left of their text. */
  changed: Map<string, string>;
  packages: string[];
  /** Scripts of package.json. */
  scripts: string[];
  /** Whether tables change. */
  hasTables: boolean;
  /** Statements that run before: scripts/remove/features/<name>.sql. */
  sql: string[];
  /** What people lose, in sentences. */
  descriptions: string[];
  /** Patterns of texts that go although code could find them by a value: `<namespace>:<key>`. */
  texts: string[];
};

/** Features that the product can't do without, or that go with another. */
const needed = ["auth", "home", "users"];

/** The lists of all features, a line each. */
const featureLists = ["src/app/features.ts", "src/app/features.server.ts"];

/** What can be removed from a project: the features with a folder, and those of scripts/remove/features. */
export function removableFeatures(dir: string): string[] {
  const files = listFiles(dir);
  const folders = files.flatMap(
    (file) => /^src\/features\/([^/]+)\/feature(?:\.server)?\.ts$/.exec(file)?.[1] ?? [],
  );
  const all = [...folders, ...readOptionalFeatures(dir).keys()];
  return [...new Set(all)].filter((name) => !needed.includes(name)).toSorted();
}

/**
 * Plans to remove features from a project, and with them their parts, without changing anything.
 * @param dir a folder with a git repository, whose committed files count
 * @throws UserError if a feature does not exist or is needed, or if a file that stays uses it
 */
export function planRemoval(dir: string, named: string[]): Plan {
  const optional = readOptionalFeatures(dir);
  const removable = removableFeatures(dir);
  const parts = [...optional].filter(([, { partOf = "", needsAll }]) => needsAll || named.includes(partOf));
  const names = [...new Set([...named, ...parts.map(([name]) => name)])];
  for (const name of names) {
    if (needed.includes(name)) throw new UserError(`The product needs ${name}.`);
    if (!removable.includes(name))
      throw new UserError(`There is no feature "${name}". These can be removed: ${removable.join(", ")}`);
  }
  const read = (file: string) => readFileSync(join(dir, file), "utf8");
  const remaining = [...optional].filter(([name]) => !names.includes(name));
  const sharedBy = (features: [string, OptionalFeature][]) =>
    features.flatMap(([, { sharedFiles = [] }]) => sharedFiles);
  const [shared, stillShared] = [sharedBy([...optional]), sharedBy(remaining)];
  const isRemoved = (file: string) =>
    names.some((name) => isOfFeature(file, name, optional.get(name))) ||
    (matches(file, shared) && !matches(file, stillShared)) ||
    (file.startsWith("src/routes/") && isOnlyOfFeatures(read(file), names));
  const files = Map.groupBy(listFiles(dir), (file) => (isRemoved(file) ? "deleted" : "kept"));
  const kept = (files.get("kept") ?? []).filter((file) => isEditable(file));
  const changed = new Map<string, string>();
  for (const file of kept) {
    const before = read(file);
    const after = names.reduce((text, name) => withoutFeature(file, text, name), before);
    if (after !== before) changed.set(file, after);
  }
  /** Whether a file's text imports a feature. Where lines of the feature are marked, imports go with what uses them. */
  const usesFeature = (file: string, name: string) =>
    (changed.get(file) ?? read(file)).includes(`"#features/${name}/`) &&
    withoutFeature(file, read(file), name) === read(file);
  const users = kept.filter(
    (file) => file.startsWith("src/") && names.some((name) => usesFeature(file, name)),
  );
  if (users.length > 0)
    throw new UserError(
      `These files use ${names.join(" or ")}. Remove what they belong to as well, or change them first:\n${users.join("\n")}`,
    );
  const declared = names.flatMap((name) => optional.get(name) ?? []);
  const deleted = files.get("deleted") ?? [];
  return {
    names,
    deleted,
    changed,
    hasTables: [...deleted, ...changed.keys()].some((file) => file.endsWith("/table.ts")),
    sql: deleted.filter((file) => matchesGlob(file, "scripts/remove/features/*.sql")).map(read),
    packages: declared.flatMap(({ packages = [] }) => packages),
    scripts: declared.flatMap(({ scripts = [] }) => scripts),
    texts: declared.flatMap(({ texts = [] }) => texts),
    descriptions: declared.map(({ description }) => description),
  };
}

function listFiles(dir: string): string[] {
  const list = runGit(dir, "ls-files", "-z");
  if (!list)
    throw new UserError("The project has no commit: git init, git add -A and git commit come first.");
  return list.split("\0").filter(Boolean);
}

/** Whether a feature can have lines in a file. What has happened, as migrations and decisions tell, stays. */
function isEditable(file: string): boolean {
  return (
    /\.(css|example|js|jsonc?|md|mjs|tsx?|txt|ya?ml)$|(^|\/)\.?[\w-]+$/.test(file) &&
    !/\.gen\.ts$|^docs\/remove\.md$|^(docs\/decisions|maintainers|migrations|scripts\/remove)\//.test(file)
  );
}

/** Whether a file belongs to a feature by its place. */
function isOfFeature(file: string, name: string, optional?: OptionalFeature): boolean {
  const places = [
    `src/features/${name}`,
    `testing/e2e/${name}`,
    `testing/deploy/${name}`,
    `src/routes/**/${name}/**`,
    `src/routes/**/${name}.{ts,tsx}`,
    `scripts/remove/features/${name}.{json,sql}`,
    ...(optional?.files ?? []),
  ];
  return matches(file, places);
}

/** Whether a file is in one of some folders, or has one of some patterns. */
function matches(file: string, places: string[]): boolean {
  return places.some((place) =>
    /[*?{[]/.test(place) ? matchesGlob(file, place) : `${file}/`.startsWith(`${place}/`),
  );
}

/** Whether all features that a route imports are among these. */
function isOnlyOfFeatures(code: string, names: string[]): boolean {
  const imported = [...code.matchAll(/"#features\/([^/"]+)\//g)].map(([, name = ""]) => name);
  return imported.length > 0 && imported.every((name) => names.includes(name));
}

/** A file's text without the lines of a feature. */
function withoutFeature(file: string, text: string, name: string): string {
  const rest = removeMarkedLines(text, name);
  if (!featureLists.includes(file)) return rest;
  const isLine = (line: string) =>
    line.includes(`"#features/${name}/`) || new RegExp(`\\b${name}(Server)?Feature,$`).test(line);
  return rest
    .split("\n")
    .filter((line) => !isLine(line))
    .join("\n");
}
