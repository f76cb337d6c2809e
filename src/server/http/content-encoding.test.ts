import fc from "fast-check";
import { expect, test } from "vitest";
import { chooseEncoding, isCompressible } from "./content-encoding.ts";

test.each([
  [undefined, undefined],
  ["", undefined],
  ["gzip, deflate, br, zstd", "zstd"],
  ["gzip, deflate, br", "br"],
  ["gzip", "gzip"],
  ["GZIP;Q=0.5", "gzip"],
  ["br;q=0.5, gzip", "gzip"],
  ["br;q=0, gzip;q=0.1", "gzip"],
  ["br;q=0", undefined],
  ["*", "zstd"],
  ["*;q=0", undefined],
  ["zstd;q=0, br;q=0, *", "gzip"],
  ["identity, gzip;q=0.5", undefined],
  ["identity;q=0.5, gzip;q=0.5", "gzip"],
  ["identity;q=0", undefined],
  ["bro", undefined],
  ["br ; q = 1", "br"],
])("a client that accepts %s gets %s", (accepted, expected) => {
  expect(chooseEncoding(accepted, ["zstd", "br", "gzip"])).toBe(expected);
});

test("of a long list, the first fifty are read", () => {
  expect(chooseEncoding(`${"x,".repeat(49)}br`, ["br"])).toBe("br");
  expect(chooseEncoding(`${"x,".repeat(50)}br`, ["br"])).toBeUndefined();
});

test("an encoding that is not offered is not chosen", () => {
  expect(chooseEncoding("br, gzip;q=0.1", ["gzip"])).toBe("gzip");
  expect(chooseEncoding("br", ["gzip"])).toBeUndefined();
});

const quality = fc.integer({ min: 0, max: 1000 }).map((thousandths) => thousandths / 1000);
const space = fc.constantFrom("", " ", "\t", "  ");

test("the acceptable encoding with the highest quality is chosen, br before gzip", () => {
  fc.assert(
    fc.property(
      fc.record({ br: quality, gzip: quality, identity: quality, "*": quality }, { requiredKeys: [] }),
      fc.constantFrom<("br" | "gzip")[][]>(["br", "gzip"], ["gzip"], ["br"], []),
      fc.array(space, { minLength: 3, maxLength: 3 }),
      fc.boolean(),
      (qualities, offered, [a, b, c], shouting) => {
        const header = Object.entries(qualities)
          .map(([name, q]) => `${a}${shouting ? name.toUpperCase() : name}${b};${c}q=${q}`)
          .join(",");
        const of = (name: "br" | "gzip") => qualities[name] ?? qualities["*"] ?? 0;
        const best = Math.max(0, ...offered.map(of));
        const expected =
          best > 0 && best >= (qualities.identity ?? 0)
            ? offered.find((name) => of(name) === best)
            : undefined;
        expect(chooseEncoding(header, offered)).toBe(expected);
      },
    ),
  );
});

test("texts are compressed; images, fonts and event streams are not", () => {
  const texts = [
    "text/html; charset=utf-8",
    "TEXT/CSS",
    "application/json",
    "application/problem+json",
    "application/manifest+json",
    "image/svg+xml",
    "text/csv",
    "application/wasm",
  ];
  const others = [
    "image/png",
    "font/woff2",
    "text/event-stream",
    "application/zip",
    "",
    "application/jsonish",
  ];
  expect(texts.filter((type) => !isCompressible(type))).toEqual([]);
  expect(others.filter(isCompressible)).toEqual([]);
});
