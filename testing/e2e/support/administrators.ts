import { operationCallOf } from "../../operations.ts";
import type { PageOptions } from "./browser-context.ts";
import type { NewPerson } from "./people.ts";
import { test as base, uniqueWord } from "./test.ts";

type Person = { id: string; name: string; email: string; version: number };

const ada = { role: "admin", name: "Ada" } as const;

/** A test of an administrator's page, with changes that another administrator, Uma, makes. */
export const test = withUma(ada);
/** The same, with live updates on the page. */
export const liveTest = withUma(ada, { live: true });
/** The same with a user's page. */
export const userTest = withUma();

function withUma(person?: NewPerson, options?: PageOptions) {
  return base
    .extend("word", () => uniqueWord())
    .extend("page", async ({ newPageOf }) => await newPageOf(person, options))
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
