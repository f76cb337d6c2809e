import type { Page } from "playwright-core";
import { library } from "./support.ts";
import { openHydrated } from "../support/interactions.ts";
import { expect, test as base, uniqueWord } from "../support/test.ts";

/* Long words without spaces, in everything that people type, on phones and desktops. French has the longest labels, Arabic the other direction. */

const test = base.extend("word", () => uniqueWord());

const long = "Donaudampfschifffahrtsgesellschaftskapitänswitwenrentenauszahlungsstellenleiterin";

/** A page that is wider than the screen, and texts that leave their box, where they may cover a neighbor. */
async function findOverflow(page: Page): Promise<string[]> {
  const found = await page.evaluate(() => {
    const boxOf = (element: Element | null): Element | null =>
      element && getComputedStyle(element).display === "inline" ? boxOf(element.parentElement) : element;
    const leavesItsBox = (node: Node) => {
      const box = boxOf(node.parentElement);
      if (!box || box.closest(".sr-only, [aria-hidden=true], dialog, script, style")) return false;
      if (!box.checkVisibility() || getComputedStyle(box).overflowX !== "visible") return false;
      const { left, right } = box.getBoundingClientRect();
      const range = document.createRange();
      range.selectNodeContents(node);
      return [...range.getClientRects()].some((rect) => rect.left < left - 1 || rect.right > right + 1);
    };
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const leaving: string[] = [];
    while (texts.nextNode())
      if (leavesItsBox(texts.currentNode)) leaving.push(texts.currentNode.nodeValue ?? "");
    for (const input of document.querySelectorAll<HTMLInputElement>(".date-input"))
      if (input.scrollWidth > input.clientWidth) leaving.push(input.value);
    const excess = document.documentElement.scrollWidth - innerWidth;
    return [...leaving, ...(excess > 0 ? [`the page, by ${excess} px`] : [])];
  });
  const { pathname } = new URL(page.url());
  return found.map((text) => `${pathname} at ${page.viewportSize()?.width} px: ${text}`);
}

test.for([
  "en",
  "fr", // optional: fr
  "ar", // optional: ar
] as const)(
  "long words never widen a page or leave their box (%s)",
  async (language, { newPageOf, addPerson, word }) => {
    const name = `${word}${long}`;
    const email = `${word}@${"long-".repeat(10)}address.example.com`;
    const page = await newPageOf({ role: "admin", name }, { language });
    const person = await addPerson({ name, email });
    const others = library(page.context());
    const genre = name.slice(0, 60);
    await others.addGenre(genre);
    const book = await others.add({ title: name, author: name, publisher: name, genre });
    await others.add({ title: `${name}2`, author: name, genre });
    await others.add({ title: `${name}3`, author: `${name}3`, genre });
    const problems: string[] = [];
    await openHydrated(page, `/manager/books/${book.id}`);
    for (const path of [
      // optional: app
      `/app/books/${book.id}`,
      "/app",
      `/app/books?searchTerm=${word}`,
      // end: app
      "/account",
      "/manager",
      `/manager/books?searchTerm=${word}`,
      `/manager/books/${book.id}`,
      `/manager/books/${book.id}/update`,
      "/manager/genres",
      `/manager/users?searchTerm=${word}`,
      `/manager/users/${person.id}`,
      `/manager/users/${person.id}/update`,
      "/manager/activity?from=2020-12-20&to=2020-12-24", // optional: activity
    ]) {
      await page.goto(path);
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 844 });
        problems.push(...(await findOverflow(page)));
      }
    }
    await others.removeGenres(word);
    expect(problems).toEqual([]);
  },
);
