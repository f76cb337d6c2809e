import { operationCallOf } from "../../operations.ts";
import type { NewPerson } from "./people.ts";
import { test as base, uniqueWord } from "./test.ts";

type Person = { id: string; name: string; email: string; version: number };

/** A test of an administrator's page, with changes that another administrator, Uma, makes. */
export const test = withUma({ role: "admin", name: "Ada" });
/** The same with a user's page. */
export const userTest = withUma();

function withUma(person?: NewPerson) {
  return base
    .extend("word", () => uniqueWord())
    .extend("page", async ({ newPageOf }) => await newPageOf(person))
    .extend("uma", async ({ newPageOf }) => await newPageOf({ role: "admin", name: "Uma" }))
    .extend("users", ({ uma }) => {
      const call = operationCallOf(uma.context());
      return {
        add: async (name: string) =>
          await call<Person>("users/create", {
            name,
            email: `${uniqueWord()}@example.com`,
            roles: ["user"],
          }),
        rename: async ({ id, email, version }: Person, name: string) =>
          await call<Person>("users/update", { id, name, email, version, roles: ["user"] }),
      };
    });
}
