import { library, uniqueWord } from "./books.ts";
import { test as base } from "./test.ts";

/** A test of a page of Manager that follows what another administrator does. */
export const test = base
  .extend("word", () => uniqueWord())
  .extend("page", async ({ newPageOf }) => await newPageOf({ role: "admin", name: "Ada" }, { live: true }))
  /** Another administrator. What they add is removed after the test. */
  .extend("others", async ({ page, newPageOf, server, word }, { onCleanup }) => {
    const uma = await newPageOf({ role: "admin", name: "Uma" });
    const others = library(uma.context(), server.url);
    onCleanup(async () => {
      // The page of a book that is deleted loads it again.
      await page.context().close();
      await others.removeGenres(word);
    });
    return others;
  });
