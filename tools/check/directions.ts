import { isTest, lineAt, type Project } from "./project.ts";
import type { Finding } from "./run-checks.ts";

/** Utility classes for left and right, and what to write instead. */
const classes: [RegExp, string][] = [
  [/^m[lr]-/, "ms-… or me-…"],
  [/^p[lr]-/, "ps-… or pe-…"],
  [/^scroll-[mp][lr]-/, "scroll-ms-…, scroll-me-…, scroll-ps-… or scroll-pe-…"],
  // 50 % is the same from both sides.
  [/^(left|right)-(?!(1\/2|\[50%\])$)(\d|\[|\(|px$|auto$|full$)/, "start-… or end-…"],
  [/^text-(left|right)$/, "text-start or text-end"],
  [/^(float|clear)-(left|right)$/, "float-start, float-end, clear-start or clear-end"],
  [/^border-[lr](-|$)/, "border-s or border-e"],
  [/^rounded-([lr]|[tb][lr])(-|$)/, "rounded-s, rounded-e, rounded-ss, rounded-se, rounded-es or rounded-ee"],
];

/** The same for declarations in style sheets and `style` attributes. */
const properties: [RegExp, string][] = [
  [/^(margin|padding|border|scroll-margin|scroll-padding)-(left|right)/, "…-inline-start or …-inline-end"],
  [/^border-(top|bottom)-(left|right)-radius/, "border-start-start-radius or similar"],
  [/^(left|right):(?! *50%)/, "inset-inline-start or inset-inline-end"],
  [/^(text-align|float|clear): *(left|right)\b/, "start or end, inline-start or inline-end"],
];

/** Selectors of rules that are meant for one side. */
const sideSelector = /-(left|right)\b|\[dir|:dir\(/;

/** In a file: the offset, what is written, and what to write instead. */
type Found = [offset: number, name: string, instead: string];

/**
 * Finds styles for left or right, which are not mirrored in right-to-left languages. If one side is really meant, a class has the prefix
 * `ltr:` or `rtl:`, and a rule a selector like `.bound-right` or `:dir(rtl)`.
 */
export function checkDirections(project: Project): Finding[] {
  return project
    .files("src/**/*.{ts,tsx,css}")
    .filter((file) => !isTest(file))
    .flatMap((file) => {
      const text = project.read(file);
      const found = file.endsWith(".css") ? inStyleSheet(text) : [...inClasses(text), ...inStyles(text)];
      return found.map(([offset, name, instead]) => ({
        file,
        line: lineAt(text, offset),
        problem: `"${name}" is not mirrored from right to left: write ${instead}`,
      }));
    });
}

/** Words anywhere in a text. */
function inClasses(text: string, offset = 0): Found[] {
  return [...text.matchAll(/[^\s"'`{};]+/g)].flatMap(({ 0: name, index }) => {
    const parts = name.split(/:(?![^[]*\])/);
    if (parts.includes("ltr") || parts.includes("rtl")) return [];
    const utility = parts.at(-1)?.replace(/^[!-]+/, "") ?? "";
    return classes
      .filter(([wrong]) => wrong.test(utility))
      .map(([, instead]): Found => [offset + index, name, instead]);
  });
}

/** Properties in `style={{ … }}`. */
function inStyles(text: string): Found[] {
  return [...text.matchAll(/\bstyle=\{\{(.*?)\}\}/gs)].flatMap(({ 1: style = "", index }) =>
    [...style.matchAll(/\w+: [^,\s]*/g)].flatMap(([property]) => {
      const declaration = property.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      return inDeclaration(declaration.replaceAll('"', ""), index);
    }),
  );
}

function inDeclaration(declaration: string, offset: number): Found[] {
  return properties
    .filter(([wrong]) => wrong.test(declaration))
    .map(([, instead]) => [offset, declaration, instead]);
}

function inStyleSheet(text: string): Found[] {
  const found: Found[] = [];
  const selectors: string[] = [];
  let [part, offset] = ["", 0];
  const withoutComments = text.replaceAll(/\/\*.*?\*\//gs, (comment) => " ".repeat(comment.length));
  for (const { 0: token, index } of withoutComments.matchAll(/[{};]|[^\s{};][^{};]*/g)) {
    if (!["{", "}", ";"].includes(token)) {
      [part, offset] = [token.trim(), index];
      continue;
    }
    if (token === "{") selectors.push(part);
    else if (!selectors.some((selector) => sideSelector.test(selector))) {
      found.push(...inDeclaration(part, offset));
      if (part.startsWith("@apply ")) found.push(...inClasses(part, offset));
    }
    if (token === "}") selectors.pop();
    part = "";
  }
  return found;
}
