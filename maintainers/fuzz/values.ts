import fc from "fast-check";
import type { JsonSchema } from "../../testing/targets.ts";

/** Values that occur in the database, so that generated inputs refer to records that exist. */
export type KnownValues = { ids: string[]; cursors: string[] };

const prototypeNames = ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "then"];

const uuid = "4b1b9f0e-5f0c-4a53-8b8e-0d6c3a0f7a11";

/** Texts that parsers, the database or Unicode handle in a special way. */
const oddTexts = [
  ...prototypeNames,
  ...[
    "",
    " ",
    "\0",
    "a\0b",
    "\ud800",
    "\udfffx",
    "\u202ea",
    "\ufeff",
    "\u2028",
    "ﷺ".repeat(300),
    "e\u0301".repeat(300),
  ],
  ...[
    "0",
    "-1",
    "1e400",
    "NaN",
    "null",
    "undefined",
    "true",
    "[object Object]",
    "%00",
    "%zz",
    "%c0%af",
    "../../etc/passwd",
  ],
  ...[
    "'",
    '"',
    "\\",
    "; drop table book;--",
    "${1}",
    "%",
    "_",
    "<script>",
    "=1+1",
    "a@b",
    "a@b.c",
    "//evil.example",
    "javascript:x",
  ],
  ...[
    "0000-01-01T00:00:00.000Z",
    "0000-01-01T00:00:00.000000Z",
    "2026-02-30T00:00:00.000Z",
    "2026-01-01T00:00:00.000+99:00",
  ],
  ...[
    "+275760-09-13T00:00:00.001Z",
    "2026-02-30 00:00:00.123456+99",
    "9999-12-31T23:59:59.999Z",
    "00000000-0000-0000-0000-000000000000",
  ],
  ...[
    "x".repeat(5_000),
    "😀".repeat(1_000),
    "\u0301".repeat(2_000),
    "١٢٣٤٥٦",
    "123456",
    "title",
    "createdAt",
    "en",
    uuid,
  ],
];

const oddNumbers = [
  0,
  -0,
  -1,
  1,
  0.5,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  2 ** 63,
  1e21,
  1e308,
  5e-324,
];

export const oddText = fc.oneof(
  fc.constantFrom(...oddTexts),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.string({ maxLength: 40 }),
  fc.uuid(),
);

/** A value of any type, also for a parser of RPC's types. */
const oddLeaf = fc.oneof(
  oddText,
  fc.constantFrom<unknown>(...oddNumbers, null, true, false, [], {}, [[]], [null]),
  fc.integer(),
  fc.double(),
);

/** An object with names that every object inherits, as JSON can contain them. */
const oddObject = fc
  .array(fc.tuple(fc.oneof(fc.constantFrom(...prototypeNames), fc.string({ maxLength: 8 })), oddLeaf), {
    maxLength: 5,
  })
  .map(
    (entries) =>
      JSON.parse(
        `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join()}}`,
      ) as unknown,
  );

const nested = fc
  .tuple(fc.constantFrom(10, 300), fc.boolean())
  .map(
    ([depth, isArray]) =>
      JSON.parse(
        isArray ? "[".repeat(depth) + "]".repeat(depth) : `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`,
      ) as unknown,
  );

export const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  { arbitrary: oddLeaf, weight: 8 },
  { arbitrary: oddObject, weight: 2 },
  { arbitrary: nested, weight: 1 },
  { arbitrary: fc.array(oddLeaf, { maxLength: 5 }), weight: 1 },
  { arbitrary: fc.jsonValue({ maxDepth: 3 }), weight: 1 },
);

/** A value that a schema allows, as far as a JSON Schema tells. */
export function validValue(schema: JsonSchema, known: KnownValues): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom<unknown>(...schema.enum);
  const parts = schema.anyOf ?? schema.oneOf;
  if (parts) return fc.oneof(...parts.map((part) => validValue(part as JsonSchema, known)));
  switch (schema.type) {
    case "object": {
      const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
      const values = properties.map(([name, property]) => [name, validValue(property, known)] as const);
      return fc.record(Object.fromEntries(values), { requiredKeys: schema.required ?? [] });
    }
    case "array":
      return fc.array(validValue((schema.items ?? {}) as JsonSchema, known), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.max(schema.minItems ?? 0, 3),
      });
    case "integer":
      return fc.oneof(
        fc.constant(1),
        fc.integer({ min: Math.max(schema.minimum ?? 0, 0), max: Math.min(schema.maximum ?? 400, 400) }),
      );
    case "number":
      return fc.double({ noNaN: true });
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "string":
      return validText(schema, known);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function validText(
  { format, maxLength = 100, pattern }: JsonSchema,
  known: KnownValues,
): fc.Arbitrary<unknown> {
  if (format === "uuid") return fc.oneof(anyOf(known.ids), fc.uuid());
  if (format === "base64url")
    return fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes).toString("base64url"));
  if (pattern === "^[\\da-f]{40}$")
    return fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes) => Buffer.from(bytes).toString("hex"));
  const email = fc.uuid().map((id) => `${id}@example.com`);
  const code = fc.nat(999_999).map((number) => String(number).padStart(6, "0"));
  const text = fc.string({ minLength: 1, maxLength: Math.min(maxLength, 30) });
  return fc.oneof(text, email, code, cursor(known));
}

function anyOf(values: string[]): fc.Arbitrary<string> {
  return values.length > 0 ? fc.constantFrom(...values) : fc.uuid();
}

/** A cursor of the product, in which a value is replaced. */
function cursor({ cursors }: KnownValues): fc.Arbitrary<string> {
  const original = anyOf(cursors).map(
    (text) => JSON.parse(Buffer.from(text, "base64url").toString() || "null") as unknown,
  );
  return fc
    .oneof(original, fc.constant(["createdAt", "2026-01-01T00:00:00.000Z", uuid]), oddValue)
    .chain((value) => fc.oneof(fc.constant(value), mutated(value)))
    .map((value) => Buffer.from(JSON.stringify(value)).toString("base64url"));
}

/** A value with one part replaced, removed or added. */
export function mutated(value: unknown): fc.Arbitrary<unknown> {
  if (Array.isArray(value) && value.length > 0) {
    return fc
      .nat(value.length - 1)
      .chain((index) => mutated(value[index]).map((part) => value.with(index, part) as unknown));
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return oddValue;
  const names = Object.keys(value);
  const added = fc
    .tuple(fc.constantFrom(...prototypeNames, "x", ""), oddValue)
    .map(([name, part]) => withOwn(value, name, part));
  if (names.length === 0) return fc.oneof(oddValue, added);
  const chosen = fc.constantFrom(...names);
  return fc.oneof(
    {
      arbitrary: chosen.chain((name) =>
        mutated((value as Record<string, unknown>)[name]).map((part) => withOwn(value, name, part)),
      ),
      weight: 6,
    },
    {
      arbitrary: chosen.map((name) =>
        Object.fromEntries(Object.entries(value).filter(([other]) => other !== name)),
      ),
      weight: 1,
    },
    { arbitrary: added, weight: 1 },
    { arbitrary: oddValue, weight: 1 },
  );
}

/** Also for "__proto__", which an assignment would not store. */
function withOwn(value: object, name: string, part: unknown): object {
  return Object.defineProperty({ ...value }, name, {
    value: part,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}
