import fc from "fast-check";
import type { Target } from "../../testing/targets.ts";
import { type KnownValues, mutated, oddText, oddValue, validValue } from "./values.ts";

/** A request as it is sent. */
export type FuzzRequest = { method: string; path: string; headers: Record<string, string>; body?: Buffer };

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "QUERY"];

/** Bodies that are no JSON, or more of it than a parser likes. */
const malformedJson = [
  ...[
    "",
    " ",
    "text",
    "{",
    "[",
    '"',
    "{]",
    "nul",
    "NaN",
    "\0",
    "\ufeff{}",
    '{"a":1,}',
    "{'a':1}",
    "1e999",
    '"\\ud800"',
    '{"json":',
  ],
  ...[
    "[".repeat(50_000),
    '{"a":'.repeat(10_000),
    `${"[".repeat(5_000)}${"]".repeat(5_000)}`,
    `"${"x".repeat(60_000)}"`,
  ],
  ...[
    '{"__proto__":{"a":1}}',
    '{"json":{"__proto__":{}},"meta":[[0,"__proto__","a"]]}',
    '{"a":1,"a":2}',
    "[".concat("0,".repeat(30_000), "0]"),
  ],
];

/** Requests to a target: most have one fault, some have many. */
export function requestsTo(target: Target, known: KnownValues): fc.Arbitrary<FuzzRequest> {
  const valid = validValue(target.input, known);
  const input = fc.oneof(
    { arbitrary: valid.chain(mutated), weight: 6 },
    { arbitrary: valid, weight: 2 },
    { arbitrary: oddValue, weight: 1 },
  );
  const method = fc.oneof(
    { arbitrary: fc.constant(target.method), weight: 12 },
    { arbitrary: fc.constantFrom(...methods), weight: 1 },
  );
  return fc
    .record({
      method,
      input,
      pathSalt: oddText,
      headers: oddHeaders,
      text: bodyText(target),
      rawQuery: oddQuery,
    })
    .map((parts) => buildRequest(target, parts));
}

type Parts = {
  method: string;
  input: unknown;
  pathSalt: string;
  headers: Record<string, string>;
  /** Replaces the body that the input would have. */
  text: Buffer | undefined;
  rawQuery: string | undefined;
};

function buildRequest(
  { path: template, encoding, contentType, input: schema }: Target,
  parts: Parts,
): FuzzRequest {
  const { method, input, pathSalt, text, rawQuery } = parts;
  const fields = fieldsOf(input);
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = name in (schema.properties ?? {}) && Object.hasOwn(fields, name) ? fields[name] : pathSalt;
    return encodeURIComponent(textOf(value).toWellFormed());
  });
  if (encoding === "query" || method === "GET" || method === "HEAD") {
    return { method, path: `${path}?${rawQuery ?? queryOf(fields)}`, headers: parts.headers };
  }
  const headers = { "content-type": contentType ?? "application/json", ...parts.headers };
  const query = rawQuery === undefined ? "" : `?${rawQuery}`;
  const body = text ?? bodyOf(encoding, input, fields);
  return { method, path: encoding === "bytes" ? `${path}?${queryOf(fields)}` : path + query, headers, body };
}

function bodyOf(encoding: Target["encoding"], input: unknown, fields: Record<string, unknown>): Buffer {
  switch (encoding) {
    case "rpc":
      return Buffer.from(JSON.stringify({ json: input }));
    case "form":
      return Buffer.from(queryOf(fields));
    case "bytes":
      return Buffer.from(textOf(Object.values(fields).map(textOf).join("\n")));
    default:
      return Buffer.from(JSON.stringify(input) ?? "");
  }
}

/** A body that doesn't come from the input, for a part of the requests. */
function bodyText({ encoding }: Target): fc.Arbitrary<Buffer | undefined> {
  const kinds: fc.Arbitrary<Buffer>[] = [
    fc.constantFrom(...malformedJson).map((text) => Buffer.from(text)),
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  ];
  if (encoding === "rpc") kinds.push(rpcEnvelope);
  return fc.oneof(
    { arbitrary: fc.constant(undefined), weight: 5 },
    ...kinds.map((arbitrary) => ({ arbitrary, weight: 1 })),
  );
}

/** RPC's envelope: `meta` lists the types of values, by their paths. */
const rpcEnvelope = fc
  .record({
    json: oddValue,
    meta: fc.oneof(
      oddValue,
      fc.array(fc.oneof(oddValue, fc.tuple(fc.nat(9), oddText), fc.tuple(fc.nat(9))), { maxLength: 3 }),
    ),
    maps: oddValue,
  })
  .map((envelope) => Buffer.from(JSON.stringify(envelope)));

const oddQuery = fc.option(
  fc.constantFrom(
    ...[
      "a[b][c]=1",
      "a[]=1&a[]=2",
      "a[__proto__]=1",
      "__proto__[x]=1",
      "constructor[prototype][x]=1",
      "[]=1",
      "[",
      "a[9999999999]=1",
    ],
    ...[
      "%",
      "%zz",
      "%ff=%fe",
      "=&=&=",
      "data=%7B",
      "payload=%7B",
      "payload=%5B%5D",
      "data=null",
      "after=&after=",
      "a=1&a[b]=2",
      "a[0]=1&a=2",
    ],
    `a${"[a]".repeat(1_500)}=1`,
    "a=1&".repeat(1_500),
  ),
  { freq: 8, nil: undefined },
);

const latin1 = fc.string({
  unit: fc
    .integer({ min: 0x20, max: 0xff })
    .filter((code) => code < 0x7f || code > 0x9f)
    .map((code) => String.fromCharCode(code)),
  maxLength: 60,
});

/** A header of a request, for a part of the requests. */
const oddHeaders = fc.oneof(
  { arbitrary: fc.constant({}), weight: 4 },
  {
    arbitrary: fc
      .tuple(
        fc.constantFrom(
          ...[
            "accept",
            "accept-language",
            "accept-encoding",
            "cookie",
            "user-agent",
            "referer",
            "range",
            "if-none-match",
            "if-modified-since",
          ],
          ...[
            "content-type",
            "content-disposition",
            "content-encoding",
            "last-event-id",
            "x-tsr-serverfn",
            "x-requested-with",
            "expect",
            "te",
          ],
          ...[
            "origin",
            "sec-fetch-site",
            "authorization",
            "x-request-id",
            "forwarded",
            "x-forwarded-host",
            "x-forwarded-proto",
            "purpose",
            "accept-charset",
          ],
        ),
        fc.oneof(
          latin1,
          fc.constantFrom(
            ...[
              "",
              "*",
              "*/*;q=nan",
              "application/json",
              "application/json; charset=utf-16",
              "text/html",
              "multipart/form-data",
              "true",
              "null",
            ],
            ...[
              "flyleaf.session=x.y; language=%ff; theme=__proto__; flash=%7B",
              "bytes=0-",
              "bytes=9-1",
              "attachment; filename*=UTF-8''%ff",
              "gzip, deflate",
            ],
            ...[
              "en;q=1.5,__proto__",
              "a".repeat(4_000),
              "Thu, 32 Foo 2026 25:61:61 GMT",
              "100-continue",
              "cross-site",
            ],
          ),
        ),
      )
      .map(([name, value]) => ({ [name]: value.trim() })),
    weight: 1,
  },
);

function fieldsOf(input: unknown): Record<string, unknown> {
  return typeof input === "object" && input !== null ? (input as Record<string, unknown>) : { value: input };
}

function queryOf(fields: Record<string, unknown>): string {
  const entries = Object.entries(fields).map(([name, value]) =>
    [name, textOf(value).slice(0, 2_000)].map((text) => encodeURIComponent(text.toWellFormed())).join("="),
  );
  return entries.join("&").slice(0, 7_000);
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}
