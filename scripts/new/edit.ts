import type { Import } from "./kinds.ts";

/** The texts of files by their paths. */
export type Files = Map<string, string>;

/** Inserts code where a pattern matches nothing: `(?=…)` or `(?<=…)`. @returns undefined if it matches nowhere */
export function insertAt(text: string, place: RegExp, code: string): string | undefined {
  const index = text.search(place);
  return index < 0 ? undefined : text.slice(0, index) + code + text.slice(index);
}

/** Adds an import, unless the text has it. Types' names begin with "type ". */
export function addImport(text: string, [name, module]: Import): string {
  const pattern = new RegExp(`^import \\{([^}]*)\\} from "${module.replaceAll(/[.$]/g, "\\$&")}";`, "m");
  const existing = pattern.exec(text);
  if (existing) {
    const names = (existing[1] ?? "").split(",").map((each) => each.trim());
    if (names.includes(name)) return text;
    const all = [...names.filter(Boolean), name].join(", ");
    return text.replace(pattern, () => `import { ${all} } from "${module}";`);
  }
  const modules = [...text.matchAll(/^import [^;]*? from "([^"]+)";\n/gm)];
  const next = modules.find(([, each = ""]) => orderOf(each) > orderOf(module));
  const last = modules.at(-1);
  const index = next ? next.index : last ? last.index + last[0].length : 0;
  return `${text.slice(0, index)}import { ${name} } from "${module}";\n${text.slice(index)}`;
}

/** Packages first, then the project's modules, then those beside the file. */
function orderOf(module: string): string {
  const group = module.startsWith("#") ? 1 : module.startsWith("../") ? 2 : module.startsWith("./") ? 3 : 0;
  return `${group}${module}`;
}
