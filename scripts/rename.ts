import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { UserError } from "./bootstrap/errors.mjs";
import { createSteps } from "./bootstrap/steps.mjs";
import { parseArguments } from "./support/arguments.ts";
import { findBrowser, installedBrowser } from "./support/browser.ts";
import { projectDir } from "./support/project.ts";

/** `npm run rename`: gives the product another name. */
export async function run(args: string[]): Promise<void> {
  const { positionals, values } = parseArguments(args, {
    help: `Gives the product another name, and draws the pictures in public/ again.

Usage: npm run rename -- "My Cellar" [options]
  --prefix <prefix>  Changes with what cookies and the names of database connections start, too:
                     everyone signs in again (docs/settings.md).
  --no-download      Leaves the pictures as they are if no Chromium or Chrome is installed.

With the same name, it takes over changes of the description, the logo, the colors and the fonts.`,
    positionals: "any",
    options: { prefix: { type: "string" }, "no-download": { type: "boolean" } },
  });
  const [name, ...others] = positionals;
  if (name === undefined || others.length > 0)
    throw new UserError('Type the name in quotes: npm run rename -- "My Cellar"');
  const { changed, prefix, previousPrefix } = rename(projectDir, name, values.prefix);
  console.log(`Changed: ${changed.join(", ") || "nothing, the product has this name"}`);
  console.log(
    prefix === previousPrefix
      ? `Cookies and the names of database connections still start with "${prefix}", so everyone stays signed in.
--prefix changes that (docs/settings.md).`
      : `Cookies and the names of database connections now start with "${prefix}" instead of "${previousPrefix}":
- Everyone signs in again. Their earlier sessions are in their accounts until they end.
- Connections to the database are called "${prefix}": correct what filters by application_name.
The names in migrations, embedded databases and backups (src/brand/fixed-names.ts) stay.`,
  );

  // optional: api-keys
  if (prefix !== previousPrefix)
    console.log(
      `Existing API keys stay valid. New ones start with "${prefix}_": tell your secret scanner of both.`,
    );
  // end: api-keys

  const steps = createSteps();
  const browser = values["no-download"] ? await installedBrowser(process.env) : await findBrowser(steps);
  if (!browser) {
    console.log("The pictures in public/ are as before: the command without --no-download draws them.");
    return;
  }
  process.env.CHROMIUM_PATH = browser;
  const { drawPictures } = await import("./support/pictures.ts");
  const pictures = await steps.run("Drawing the pictures", () => drawPictures(projectDir));
  console.log(`Drawn: ${pictures.join(", ")}

Yours to change: the tagline, description, addresses and email in src/brand/brand.ts; the logo in
src/brand/logo.tsx; the colors in src/ui/styles/tokens.css. Then type the same command again.
LICENSE keeps its line about the starter: add yours below it.`);
}

/**
 * Writes a name into the files of a project that contain it.
 * @param name at most 50 letters, digits, spaces and . & ' -
 * @param newPrefix at most 20 lowercase letters, digits and hyphens; by default the prefix stays
 * @returns the files that have changed, and the prefixes
 * @throws UserError if the name or the prefix is not valid; then nothing is changed
 */
export function rename(dir: string, name: string, newPrefix?: string) {
  if (!/^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N} .&'-]{0,48}[\p{L}\p{M}\p{N}.])?$/u.test(name)) {
    throw new UserError(
      "A name has 1 to 50 letters, digits, spaces and . & ' -, and starts with a letter or digit.",
    );
  }
  if (newPrefix !== undefined && !/^[a-z](?:[a-z\d-]{0,18}[a-z\d])?$/.test(newPrefix)) {
    throw new UserError(
      "A prefix has 1 to 20 lowercase letters of English, digits and hyphens, starts with a letter and doesn't end with a hyphen.",
    );
  }
  const brandFile = "src/brand/brand.ts";
  const namePattern = /(?<=^ {2}name: )".*"(?=,$)/m;
  const prefixPattern = /(?<=^const prefix = ").*(?=";$)/m;
  const text = readFileSync(join(dir, brandFile), "utf8");
  const [previousPrefix] = prefixPattern.exec(text) ?? [];
  if (!namePattern.test(text) || previousPrefix === undefined)
    throw new UserError(`${brandFile} has no line \`  name: "…",\` or \`const prefix = "…";\`: add them.`);
  const prefix = newPrefix ?? previousPrefix;

  // Names of packages are ASCII.
  const packageName = name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z\d ._-]/g, "")
    .replaceAll(/[ ._-]+/g, "-")
    .replaceAll(/^-|-$/g, "");
  const packageField = `"name": ${JSON.stringify(packageName || prefix)}`;
  const quoted = JSON.stringify(name);
  const [, description = '""'] = /^ {2}description:\s+(".*"),$/m.exec(text) ?? [];
  const changes: Record<string, (text: string) => string> = {
    [brandFile]: (before) => before.replace(namePattern, quoted).replace(prefixPattern, prefix),
    "public/site.webmanifest": (before) =>
      before
        .replaceAll(/(?<="(short_)?name": )".*"(?=,$)/gm, quoted)
        .replace(/(?<="description": )".*"(?=,$)/m, () => description),
    "package.json": (before) => before.replace(/"name": ".*"/, packageField),
    // The first two: the file's own, and that of the package at its root.
    "package-lock.json": (before) =>
      before.replace(
        /^(\{\s+)"name": ".*"([^]*?"": \{\s+)"name": ".*"/,
        `$1${packageField}$2${packageField}`,
      ),
    "README.md": (before) => before.replace(/^# .*/, `# ${name}`),
  };
  const changed = Object.entries(changes).flatMap(([file, change]) => {
    const path = join(dir, file);
    const before = existsSync(path) ? readFileSync(path, "utf8") : "";
    const after = change(before);
    if (after === before) return [];
    writeFileSync(path, after);
    return [file];
  });
  return { changed, prefix, previousPrefix };
}
