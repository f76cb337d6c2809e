import { randomUUID } from "node:crypto";
import { ZodToJsonSchemaConverter } from "@orpc/zod/zod4";
import { expect, test } from "vitest";
import { z } from "zod";
import { defaultLimits } from "#server/http/server-limits.ts";
import { bulkInputSchema, bulkLimit, flagSchema, listQuerySchema, pageQuerySchema } from "./schema.ts";

const filter = z.object({ isActive: flagSchema.optional() });

test.each([
  [true, true],
  [false, false],
  ["true", true],
  ["false", false],
  [undefined, undefined],
])("the filter %j is %j", (written, isActive) => {
  expect(filter.parse({ isActive: written })).toEqual(isActive === undefined ? {} : { isActive });
});

test.each(["", "1", "yes", "TRUE", " true", null, 1])("the filter %j is rejected", (isActive) => {
  expect(filter.safeParse({ isActive }).error?.issues[0]?.path).toEqual(["isActive"]);
});

// optional: rest
test("a filter is described as a boolean", () => {
  expect(new ZodToJsonSchemaConverter().convert(filter, { strategy: "input" })).toEqual([
    true,
    { type: "object", properties: { isActive: { type: "boolean" } } },
  ]);
});
// end: rest

test("a page has 20 records, or as many as a number or a text says", () => {
  expect(pageQuerySchema.parse({})).toEqual({ limit: 20 });
  expect(pageQuerySchema.parse({ limit: 7 })).toEqual({ limit: 7 });
  expect(pageQuerySchema.parse({ limit: "100" })).toEqual({ limit: 100 });
});

test("a list has the first of its orders by default", () => {
  const schema = listQuerySchema(["createdAt", "name"], "descending");
  expect(schema.parse({})).toEqual({ searchTerm: "", sort: "createdAt", direction: "descending" });
});

test("a bulk action of the most records fits into a request", () => {
  const items = Array.from({ length: bulkLimit }, () => ({ id: randomUUID(), version: 12_345_678 }));
  const body = JSON.stringify({ json: bulkInputSchema.parse({ items }) });
  expect(body.length).toBeLessThanOrEqual(defaultLimits.maxBodyBytes);
});
