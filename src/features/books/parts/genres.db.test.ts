import type { ContractRouterClient } from "@orpc/contract";
import { createRouterClient } from "@orpc/server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#app/request/api.server.ts";
import type { genresContract } from "#features/genres/contract.ts";
import { contextFor, createCaller } from "../../../../testing/context.ts";
import { createTestDatabase, type TestDatabase } from "../../../../testing/database.ts";
import { books } from "../table.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test("genres have their number of books, and one that books have isn't deleted", async () => {
  const context = contextFor(database, await createCaller(database, "admin"));
  const client: unknown = createRouterClient(api, { context });
  const { genres } = client as { genres: ContractRouterClient<typeof genresContract> };
  const zen = await genres.create({ name: "Zen", hue: 10 });
  await genres.create({ name: "Essay", hue: 20 });
  await database.sql
    .insert(books)
    .values([1, 2, 3].map((n) => ({ title: `${n}`, author: "A", genreId: zen.id })));
  expect(await genres.list()).toMatchObject([
    { name: "Essay", uses: { books: 0 } },
    { name: "Zen", uses: { books: 3 } },
  ]);
  await expect(genres.delete(zen)).rejects.toMatchObject({
    code: "GENRE_IN_USE",
    status: 409,
    data: { uses: { books: 3 } },
  });
  await database.sql.delete(books);
  await genres.delete(zen);
  expect(await genres.list()).toMatchObject([{ name: "Essay" }]);
});
