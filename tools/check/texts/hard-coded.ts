import type { Finding } from "../finding.ts";
import { isNode, isTest, stringOf, walk, type Project, type SyntaxNode } from "../project.ts";

/** Attributes of elements and components that are displayed or read aloud. */
const attributes = [
  "alt",
  "aria-description",
  "aria-label",
  "aria-placeholder",
  "aria-roledescription",
  "aria-valuetext",
  "description",
  "heading",
  "hint",
  "label",
  "placeholder",
  "text",
  "title",
];

/** Elements whose content is the same in every language. */
const untranslated = ["code", "kbd", "pre", "samp", "script", "style"];

/** Finds texts in screens instead of in messages. An element with translate="no" may have one, for example a name. */
export function checkHardCoded(project: Project): Finding[] {
  return project
    .files("src/{features,ui,routes}/**/*.tsx")
    .filter((path) => !isTest(path))
    .flatMap((path) => {
      const file = project.source(path);
      const findings: Finding[] = [];
      walk(file.program, (node, ancestors) => {
        for (const { text, start } of displayedTexts(node)) {
          if (!/\p{L}/u.test(text) || ancestors.some(isUntranslated)) continue;
          const problem = `"${text.trim()}" is hard-coded: move it to messages/*.json and use t()`;
          findings.push({ file: path, line: file.lineAt(start), problem });
        }
      });
      return findings;
    });
}

type DisplayedText = { text: string; start: number };

function displayedTexts(node: SyntaxNode): DisplayedText[] {
  if (node.type === "JSXText") {
    const text = String(node.value);
    return [{ text, start: node.start + text.length - text.trimStart().length }];
  }
  if (node.type === "JSXElement" || node.type === "JSXFragment") {
    const expressions = (node.children as SyntaxNode[]).filter(
      ({ type }) => type === "JSXExpressionContainer",
    );
    return expressions.flatMap(({ expression }) => textsIn(expression));
  }
  if (node.type !== "JSXAttribute" || !isNode(node.name)) return [];
  return attributes.includes(String(node.name.name)) ? textsIn(node.value) : [];
}

/** The string literals that may be the value of an expression. */
function textsIn(node: unknown): DisplayedText[] {
  if (!isNode(node)) return [];
  const text = stringOf(node);
  if (text !== undefined) return [{ text, start: node.start }];
  switch (node.type) {
    case "JSXExpressionContainer":
    case "ParenthesizedExpression":
    case "TSAsExpression":
      return textsIn(node.expression);
    case "TemplateLiteral":
      return (node.quasis as (SyntaxNode & { value: { cooked: string } })[]).map(({ value, start }) => ({
        text: value.cooked,
        start,
      }));
    case "ConditionalExpression":
      return [...textsIn(node.consequent), ...textsIn(node.alternate)];
    case "LogicalExpression":
      return [...textsIn(node.left), ...textsIn(node.right)];
    case "BinaryExpression":
      return node.operator === "+" ? [...textsIn(node.left), ...textsIn(node.right)] : [];
    default:
      return [];
  }
}

function isUntranslated(node: SyntaxNode): boolean {
  if (node.type !== "JSXElement") return false;
  const { name, attributes: given } = node.openingElement as SyntaxNode;
  if (isNode(name) && untranslated.includes(String(name.name))) return true;
  return (given as SyntaxNode[]).some(
    (each) => isNode(each.name) && each.name.name === "translate" && stringOf(each.value) === "no",
  );
}
