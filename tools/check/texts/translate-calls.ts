import { isNode, stringOf, walk, type SourceFile, type SyntaxNode } from "../project.ts";
import { namespaceOf } from "./messages.ts";

/** A use of a text: `t("key", { values })`. */
export type TranslateCall = {
  line: number;
  /** The namespace of keys without one: of the nearest `useTranslation`, `i18n.translate` or `Translate<"…">`. */
  namespace: string;
  /** The possible keys; `*` stands for a part known only at run time, undefined for an unknown key. */
  keys: (string | undefined)[];
  /** The names of the values; undefined if unknown. */
  values: Set<string> | undefined;
};

type Scope = { function: SyntaxNode | undefined; name: string; namespace: string };

/** Finds all uses of texts in a file. */
export function translateCalls(file: SourceFile): TranslateCall[] {
  const scopes = scopesIn(file.program);
  const calls: TranslateCall[] = [];
  walk(file.program, (node, ancestors) => {
    const request = requestOf(node);
    if (!request) return;
    const scope = scopes.findLast(
      ({ name, function: within }) => name === request.translator && (!within || ancestors.includes(within)),
    );
    if (!scope && request.translator !== "t") return;
    const namespace = request.namespace ?? scope?.namespace ?? namespaceOf(file.path);
    calls.push({ line: file.lineAt(node.start), namespace, keys: request.keys, values: request.values });
  });
  return calls;
}

/** The variables and parameters that are a `t`, outer ones first. */
function scopesIn(program: SyntaxNode): Scope[] {
  const scopes: Scope[] = [];
  walk(program, (node, ancestors) => {
    const within = ancestors.findLast(isFunction);
    if (node.type === "VariableDeclarator") {
      const namespace = namespaceOfCall(node.init);
      if (namespace !== undefined) scopes.push({ function: within, name: nameOfT(node.id), namespace });
    }
    for (const parameter of isFunction(node) ? (node.params as SyntaxNode[]) : []) {
      const namespace = namespaceOfType(parameter);
      if (namespace !== undefined) scopes.push({ function: node, name: String(parameter.name), namespace });
    }
  });
  return scopes;
}

function isFunction({ type }: SyntaxNode): boolean {
  return type.includes("Function") && !type.startsWith("TS");
}

/** Of `useTranslation("auth")` and `i18n.translate("auth")`. */
function namespaceOfCall(init: unknown): string | undefined {
  const call = isNode(init, "AwaitExpression") ? init.argument : init;
  if (!isNode(call, "CallExpression")) return undefined;
  if (!["useTranslation", "translate"].includes(nameOf(call.callee) ?? "")) return undefined;
  return stringOf((call.arguments as SyntaxNode[])[0]) ?? "common";
}

/** Of a parameter `t: Translate<"auth">`. */
function namespaceOfType(parameter: SyntaxNode): string | undefined {
  const annotation = isNode(parameter.typeAnnotation) ? parameter.typeAnnotation.typeAnnotation : undefined;
  if (!isNode(annotation, "TSTypeReference") || nameOf(annotation.typeName) !== "Translate") return undefined;
  if (!isNode(annotation.typeArguments)) return "common";
  const [argument] = annotation.typeArguments.params as SyntaxNode[];
  return isNode(argument, "TSLiteralType") ? stringOf(argument.literal) : undefined;
}

/** The name of `t` in `const { t }`, `const { t: other }` or `const t`; `const translation` is called as `translation.t`. */
function nameOfT(id: unknown): string {
  if (!isNode(id, "ObjectPattern")) return nameOf(id) ?? "t";
  const property = (id.properties as SyntaxNode[]).find(({ key }) => nameOf(key) === "t");
  return nameOf(property?.value) ?? "t";
}

function requestOf(node: SyntaxNode) {
  if (node.type !== "CallExpression") return undefined;
  const [key, values] = node.arguments as SyntaxNode[];
  const isMethod = isNode(node.callee, "MemberExpression") && nameOf(node.callee.property) === "t";
  const translator = isMethod ? nameOf((node.callee as SyntaxNode).object) : nameOf(node.callee);
  if (!key || translator === undefined || (!isMethod && isNode(node.callee, "MemberExpression")))
    return undefined;
  // `i18n.t` has all namespaces; the default is `common`.
  const isInstance = isMethod && translator.endsWith("i18n");
  return {
    translator: isInstance ? "t" : translator,
    namespace: isInstance ? "common" : undefined,
    keys: keysIn(key),
    values: valuesIn(values),
  };
}

/** The possible keys of an expression: strings, templates, and alternatives. */
function keysIn(node: unknown): (string | undefined)[] {
  if (!isNode(node)) return [undefined];
  if (stringOf(node) !== undefined) return [stringOf(node)];
  if (node.type === "TemplateLiteral") {
    return [(node.quasis as { value: { raw: string } }[]).map(({ value }) => value.raw).join("*")];
  }
  if (node.type === "ConditionalExpression") return [...keysIn(node.consequent), ...keysIn(node.alternate)];
  if (node.type === "LogicalExpression") return [...keysIn(node.left), ...keysIn(node.right)];
  if (node.type === "ArrayExpression") return (node.elements as SyntaxNode[]).flatMap(keysIn);
  const inner = ["TSAsExpression", "ParenthesizedExpression", "TSSatisfiesExpression"].includes(node.type);
  return inner ? keysIn(node.expression) : [undefined];
}

function valuesIn(node: unknown): Set<string> | undefined {
  if (node === undefined) return new Set();
  if (!isNode(node, "ObjectExpression")) return undefined;
  const properties = node.properties as SyntaxNode[];
  if (properties.some(({ type }) => type === "SpreadElement")) return undefined;
  return new Set(properties.map(({ key }) => nameOf(key) ?? stringOf(key) ?? ""));
}

function nameOf(node: unknown): string | undefined {
  if (isNode(node, "MemberExpression")) return nameOf(node.property);
  return isNode(node, "Identifier") ? String(node.name) : undefined;
}
