import { createRouterClient } from "@orpc/server";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { maskUnexpectedErrors } from "#rpc/mask-unexpected-errors.server.ts";
import { contextFor, createCaller, errorOf } from "../../../testing/context.ts";
import { createTestDatabase, type TestDatabase } from "../../../testing/database.ts";
import { genresApi } from "./api.ts";
import { genreLimit } from "./schema.ts";
import { genres } from "./table.ts";

const nowhere = "00000000-0000-4000-8000-000000000000";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.sql.delete(genres);
});

async function client() {
  const context = contextFor(database, await createCaller(database, "admin"));
  return createRouterClient(genresApi, { context, interceptors: [maskUnexpectedErrors] });
}

test("genres are sorted by name, first ignoring case and accents", async () => {
  const { create, list } = await client();
  await create({ name: "  zen ", hue: 10 });
  await create({ name: "Épopée", hue: 0 });
  await create({ name: "Essay", hue: 359 });
  expect((await list()).map(({ name }) => name)).toEqual(["Épopée", "Essay", "zen"]);
});

test("a genre's name and hue can be changed separately", async () => {
  const { create, update } = await client();
  const { id, version } = await create({ name: "Zen", hue: 10 });
  const renamed = await update({ id, version, name: "ZEN" });
  expect(renamed).toMatchObject({ id, name: "ZEN", hue: 10, version: version + 1 });
  const recoloured = await update({ id, version: renamed.version, hue: 200 });
  expect(recoloured).toMatchObject({ id, name: "ZEN", hue: 200, version: version + 2 });
});

test("of two users who change a genre, the second gets the current version and may replace it", async () => {
  const { create, update } = await client();
  const { id, version } = await create({ name: "Zen", hue: 10 });
  const current = await update({ id, version, name: "Theirs" });
  expect(await errorOf(update({ id, version, name: "Mine" }))).toEqual({
    code: "VERSION_CONFLICT",
    status: 409,
    data: { current, savedBy: "Someone" },
  });
  const mine = await update({ id, version: current.version, name: "Mine" });
  expect(mine).toMatchObject({ name: "Mine", hue: 10 });
});

test("a name is unique, ignoring case", async () => {
  const { create, update } = await client();
  await create({ name: "Poésie", hue: 10 });
  const { id, version } = await create({ name: "Poesie", hue: 10 });
  const expected = {
    code: "DUPLICATE_GENRE",
    status: 409,
    data: { fields: ["name"] },
  };
  expect(await errorOf(create({ name: "POÉSIE", hue: 20 }))).toEqual(expected);
  expect(await errorOf(update({ id, version, name: "poésie" }))).toEqual(expected);
});

test("changing or deleting a deleted genre is an error", async () => {
  const { update, delete: remove } = await client();
  expect(await errorOf(update({ id: nowhere, version: 1, hue: 1 }))).toMatchObject({
    code: "NOT_FOUND",
    status: 404,
  });
  expect(await errorOf(remove({ id: nowhere, version: 1 }))).toMatchObject({
    code: "NOT_FOUND",
    status: 404,
  });
});

test.each([
  [{ name: " ", hue: 1 }, { code: "REQUIRED" }],
  [
    { name: "x".repeat(61), hue: 1 },
    { code: "TOO_LONG", limit: 60 },
  ],
  [{ name: "a\u202eb", hue: 1 }, { code: "INVALID_CHARACTERS" }],
])("%j is rejected", async (input, problem) => {
  const { create } = await client();
  expect(await errorOf(create(input))).toMatchObject({
    status: 400,
    data: { issues: [{ field: "name", ...problem }] },
  });
});

test("the number of genres is limited", async () => {
  const { create } = await client();
  await database.sql
    .insert(genres)
    .values(Array.from({ length: genreLimit }, (_, index) => ({ name: `Genre ${index}`, hue: 0 })));
  expect(await errorOf(create({ name: "One more", hue: 0 }))).toMatchObject({
    code: "TOO_MANY_GENRES",
    status: 409,
  });
});
