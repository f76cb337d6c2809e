import { library, uniqueWord } from "./books.ts";
import { test as base } from "./test.ts";

/** A test of a page of Manager that follows what another administrator does. */
export const test = base
  .extend("word", () => uniqueWord())
  .extend("page", async ({ newPageOf }) => await newPageOf({ role: "admin", name: "Ada" }, { live: true }))
  /** Another administrator. */
  .extend("others", async ({ newPageOf, server, word }, { onCleanup }) => {
    const page = await newPageOf({ role: "admin", name: "Uma" });
    const others = library(page.context(), server.url);
    onCleanup(() => others.removeGenres(word));
    return others;
  });
