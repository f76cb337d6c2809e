import { matchesGlob } from "node:path";
import { starterName } from "../../src/brand/fixed-names.ts";
import { runGit } from "../git.ts";
import type { Project } from "./project.ts";
import type { Finding } from "./run-checks.ts";

/** Where the starter's name may be: `npm run rename` changes it, or it is meant. */
const allowed = [
  "src/brand/**",
  "public/site.webmanifest",
  "{package,package-lock}.json",
  "{README,CHANGELOG}.md",
  "LICENSE",
  // They can't be changed: src/brand/fixed-names.ts.
  "migrations/**",
  // What means the starter itself: making projects of it, and taking its newer versions.
  "{create,maintainers}/**",
  "scripts/remove/{apply.ts,features/maintainers.json}",
  "scripts/{update.ts,update/**}",
  "docs/update.md",
];

/**
 * Finds the starter's name in other files and in their paths. So a product's own name is only where `npm run rename` writes it,
 * whatever it is. Without git, nothing is checked.
 */
export function checkProductName({ dir }: Project): Finding[] {
  const word = starterName.toLowerCase();
  const lines = (...args: string[]) => (runGit(dir, ...args) ?? "").split("\n").filter(Boolean);
  const problem = `contains "${word}": read the name or the prefix from src/brand/brand.ts`;
  const paths = lines("ls-files", "-co", "--exclude-standard")
    .filter((file) => file.toLowerCase().includes(word))
    .map((file): Finding => ({ file, problem }));
  const texts = lines("grep", "-iInz", "--untracked", "-e", word).map((found): Finding => {
    const [file = "", line] = found.split("\0");
    return { file, line: Number(line), problem };
  });
  return [...paths, ...texts].filter(
    ({ file = "" }) => !allowed.some((pattern) => matchesGlob(file, pattern)),
  );
}
