/** The parts of a JSON Schema that decide about an example. */
export type ExampleSchema = {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  default?: unknown;
  examples?: unknown[];
  format?: string;
  pattern?: string;
  minimum?: number;
  exclusiveMinimum?: number;
  minLength?: number;
  properties?: Record<string, ExampleSchema>;
  items?: ExampleSchema;
  anyOf?: ExampleSchema[];
  oneOf?: ExampleSchema[];
  allOf?: ExampleSchema[];
  prefixItems?: ExampleSchema[];
  minItems?: number;
  not?: object;
};

/** Texts by the name of their field. */
const texts: Readonly<Record<string, string>> = {
  title: "The Leopard",
  author: "Giuseppe Tomasi di Lampedusa",
  publisher: "Feltrinelli",
  name: "Ada Lovelace",
  email: "ada@example.com",
  code: "123456",
  reason: "Spam",
  token: "c2VjcmV0",
};

const formats: Readonly<Record<string, string>> = {
  uuid: "4b1b9f0e-5f0c-4a53-8b8e-0d6c3a0f7a11",
  "date-time": "2026-01-31T12:00:00.000Z",
  date: "2026-01-31",
  email: "ada@example.com",
  uri: "https://example.com/",
};

const patterns: Readonly<Record<string, string>> = {
  // An image's id.
  "^[\\da-f]{40}$": "3b7c1de0a94f52866e0d1c9ab7f3254810de6c9f",
};

/** A value that fits a schema, with texts that a reader understands. @param name of the field that has it */
export function exampleOf(schema: ExampleSchema, name = ""): unknown {
  if ("const" in schema) return schema.const;
  if (schema.examples) return schema.examples[0];
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (choices)
    return choices.map((choice) => exampleOf(choice, name)).find((example) => example !== undefined);
  if (schema.not) return undefined;
  if (schema.enum) return schema.enum[0];
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case "object":
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, property]) => [key, exampleOf(property, key)]),
      );
    case "array":
      return itemsOf(schema).map((item) => exampleOf(item, name));
    case "integer":
    case "number":
      if (schema.exclusiveMinimum !== undefined) return schema.exclusiveMinimum + 1;
      return schema.default ?? schema.minimum ?? 1;
    case "boolean":
      return schema.default ?? true;
    case "null":
      return null;
    case "string":
      return (
        patterns[schema.pattern ?? ""] ??
        formats[schema.format ?? ""] ??
        texts[name] ??
        "x".repeat(Math.max(schema.minLength ?? 0, 3))
      );
    default:
      return {};
  }
}

function itemsOf({ prefixItems, items, minItems = 1 }: ExampleSchema): ExampleSchema[] {
  if (prefixItems) return prefixItems;
  return items ? Array.from({ length: Math.max(minItems, 1) }, () => items) : [];
}
