import { expect, test } from "vitest";
import { issueMessage } from "#ui/form/messages.ts";
import { fieldSchemas, inputSchema } from "./field-schemas.ts";
import { drafts, emptyDraft, field } from "./fields.ts";

const fields = {
  title: field.text("resource:fields.created", { required: true, limit: 5 }),
  note: field.text("resource:fields.created"),
  bottles: field.number("resource:fields.created", { required: true }),
  vintage: field.year("resource:fields.created"),
  price: field.money("resource:fields.created"),
  drinkFrom: field.date("resource:fields.created"),
  isActive: field.boolean("resource:fields.created"),
  region: field.choice("resource:fields.created", {
    north: "resource:filter.yes",
    south: "resource:filter.no",
  }),
  owner: field.reference("resource:fields.created"),
};

const schemas = fieldSchemas(fields);
const owner = { id: crypto.randomUUID(), name: "Ada" };

test("what is required must be given; the rest is empty, and yes or no is no", () => {
  expect(schemas.input.parse({ title: " A  b ", bottles: 1 })).toEqual({
    title: "A b",
    note: null,
    bottles: 1,
    vintage: null,
    price: null,
    drinkFrom: null,
    isActive: false,
    region: null,
    ownerId: null,
  });
  const { error } = schemas.input.safeParse({});
  expect(error?.issues.map(({ path }) => path[0])).toEqual(["title", "bottles"]);
});

test.each([
  { title: "longer" },
  { bottles: 1.5 },
  { vintage: 0 },
  { vintage: 10_000 },
  { price: 0.5 },
  { drinkFrom: "2026-02-30" },
  { isActive: "yes" },
  { region: "west" },
  { ownerId: "Ada" },
])("%j is rejected", (value) => {
  expect(schemas.input.safeParse({ title: "A", bottles: 1, ...value }).success).toBe(false);
});

test("a choice that there isn't is not valid, and one that is missing is required", () => {
  const region = field.choice(
    "resource:fields.created",
    { north: "resource:filter.yes" },
    { required: true },
  );
  const messageOf = (value: unknown) =>
    inputSchema(region).safeParse(value, { error: issueMessage }).error?.issues[0]?.message;
  expect(messageOf("west")).toBe("common:errors.invalid");
  expect(messageOf(null)).toBe("common:errors.required");
});

test("lists are sorted by what has an order, the first field by default, and filtered by the rest", () => {
  expect(schemas.query.parse({ isActive: "true", region: "north" })).toMatchObject({
    sort: "title",
    isActive: true,
    region: "north",
  });
  expect(schemas.query.shape.sort.unwrap().options).toEqual([
    ...["title", "note", "bottles", "vintage", "price", "drinkFrom"],
    ...["createdAt", "updatedAt"],
  ]);
});

test("a form edits a record's fields, and saves a reference by its id", () => {
  const { toDraft, toInput } = drafts(fields);
  const values = { ...emptyDraft(fields), title: "A", bottles: 1, owner } as Parameters<typeof toInput>[0];
  const draft = toDraft({ ...values, id: "1", version: 1 } as typeof values);
  expect(draft).toEqual(values);
  expect(schemas.input.parse(toInput(draft))).toEqual({
    ...emptyDraft(fields),
    title: "A",
    bottles: 1,
    owner: undefined,
    ownerId: owner.id,
  });
});
