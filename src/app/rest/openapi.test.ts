import { expect, test } from "vitest";
import { openRestDescription } from "../../../testing/openapi.ts";

const { document, operations } = await openRestDescription();

test("the description of REST is OpenAPI 3.1, and every operation has a name, a summary and a tag of its own", () => {
  expect(document.openapi).toMatch(/^3\.1\./);
  expect(operations.length).toBeGreaterThan(20);
  const ids = operations.map(({ operationId }) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { operationId, summary, tags } of operations)
    expect([operationId, typeof summary, tags?.length]).toEqual([operationId, "string", 1]);
});

test.each(operations)(
  "$method $path describes its parameters, who may call it, and its errors",
  (operation) => {
    const inPath = (operation.parameters ?? []).flatMap((parameter) =>
      "name" in parameter && parameter.in === "path" ? [parameter.name] : [],
    );
    const expected = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(new Set(inPath)).toEqual(new Set(expected));
    const schemes = Object.keys(document.components?.securitySchemes ?? {});
    for (const requirement of operation.security ?? [{ missing: [] }])
      expect(schemes).toEqual(expect.arrayContaining(Object.keys(requirement)));
    for (const status of ["400", "401", "403", "429"])
      expect(operation.responses?.[status]).toMatchObject({
        description: expect.stringMatching(/^[A-Z_, ]+$/) as string,
      });
  },
);

test("each operation is described with what can call it", () => {
  const security = Object.fromEntries(
    operations.map((operation) => [operation.operationId, operation.security]),
  );
  expect(security["users.list"]).toEqual([
    { apiKey: [] }, // optional: api-keys
    { session: [] },
  ]);
  expect(security["users.delete"]).toEqual([{ session: [] }]);
  expect(security["auth.undoEmailChange"]).toEqual([]);
});
