import type { Finding } from "./finding.ts";
import { isNode, isTest, walk, type Project, type SourceFile, type SyntaxNode } from "./project.ts";

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

/**
 * Finds styles for left or right, which are not mirrored in Arabic. If one side is really meant, a class has the prefix
 * `ltr:` or `rtl:`, and a rule a selector like `.bound-right` or `:dir(rtl)`.
 */
export function checkDirections(project: Project): Finding[] {
  const code = project.files("src/**/*.{ts,tsx}").filter((path) => !isTest(path));
  return [
    ...code.flatMap((path) => inCode(project.source(path))),
    ...project.files("src/**/*.css").flatMap((path) => inStyleSheet(path, project.read(path))),
  ];
}

function inCode(source: SourceFile): Finding[] {
  const findings: Finding[] = [];
  walk(source.program, (node, ancestors) => {
    for (const [name, instead] of [...inText(textOf(node)), ...inStyleProperty(node, ancestors)]) {
      findings.push(finding(source.path, source.lineAt(node.start), name, instead));
    }
  });
  return findings;
}

function inText(text: string): [string, string][] {
  return text.split(/\s+/).flatMap((name) => {
    const parts = name.split(/:(?![^[]*\])/);
    if (parts.some((part) => part === "ltr" || part === "rtl")) return [];
    const utility = parts.at(-1)?.replace(/^[!-]+/, "") ?? "";
    return classes
      .filter(([wrong]) => wrong.test(utility))
      .map(([, instead]): [string, string] => [name, instead]);
  });
}

/** The text of a string or of a part of a template. */
function textOf(node: SyntaxNode): string {
  if (node.type === "Literal" && typeof node.value === "string") return node.value;
  if (node.type !== "TemplateElement") return "";
  return (node.value as { raw: string }).raw;
}

function inStyleProperty(node: SyntaxNode, ancestors: readonly SyntaxNode[]): [string, string][] {
  const isStyle = ancestors.some(
    ({ type, name }) => type === "JSXAttribute" && isNode(name) && name.name === "style",
  );
  if (node.type !== "Property" || !isStyle || !isNode(node.key) || !isNode(node.value)) return [];
  const name = String(node.key.name ?? node.key.value);
  const value = node.value.type === "Literal" ? String(node.value.value) : "";
  return inDeclaration(`${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}: ${value}`);
}

function inDeclaration(declaration: string): [string, string][] {
  return properties
    .filter(([wrong]) => wrong.test(declaration))
    .map(([, instead]) => [declaration.trim().replace(/: *$/, ""), instead]);
}

function inStyleSheet(path: string, text: string): Finding[] {
  const findings: Finding[] = [];
  const selectors: string[] = [];
  let line = 1;
  const withoutComments = text.replaceAll(/\/\*.*?\*\//gs, (comment) => comment.replaceAll(/[^\n]/g, " "));
  for (const [, before = "", end = ""] of withoutComments.matchAll(/([^{};]*)([{};]|$)/g)) {
    const part = before.trim();
    const startsAt = line + before.slice(0, before.indexOf(part)).split("\n").length - 1;
    line += before.split("\n").length - 1;
    if (end === "{") selectors.push(part);
    else if (!selectors.some((selector) => sideSelector.test(selector))) {
      const found = [...inDeclaration(part), ...(part.startsWith("@apply ") ? inText(part) : [])];
      findings.push(...found.map(([name, instead]) => finding(path, startsAt, name, instead)));
    }
    if (end === "}") selectors.pop();
  }
  return findings;
}

function finding(file: string, line: number, name: string, instead: string): Finding {
  return { file, line, problem: `"${name}" is not mirrored in Arabic: write ${instead}` };
}
