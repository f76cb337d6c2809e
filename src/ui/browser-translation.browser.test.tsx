import { useState } from "react";
import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { renderComponent } from "../../testing/render.tsx";
import { allowTranslation, supportBrowserTranslation } from "./browser-translation.ts";

supportBrowserTranslation();

function font(text: string): HTMLElement {
  const outer = document.createElement("font");
  outer.append(document.createElement("font"));
  outer.firstElementChild?.append(text);
  return outer;
}

/** The ways in which translations change a text node. */
const translations: Record<string, (text: Text) => void> = {
  "by replacing it": (text) => text.replaceWith(font(`[${text.data}]`)),
  "by inserting the translation, then removing it": (text) => {
    text.before(font(`[${text.data}]`));
    text.remove();
  },
  "by moving it into the translation": (text) => {
    const outer = font("");
    text.replaceWith(outer);
    outer.append(text);
  },
  twice: (text) => {
    const first = font(`[${text.data}]`);
    text.replaceWith(first);
    queueMicrotask(() => first.replaceWith(font(`[${text.data}]`)));
  },
  "and back, by a copy": (text) => {
    const outer = font(`[${text.data}]`);
    text.replaceWith(outer);
    queueMicrotask(() => outer.replaceWith(text.data));
  },
};

function translatePage(container: HTMLElement, translate: (text: Text) => void) {
  const walker = document.createTreeWalker(container, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) translate(text);
}

/** Each number changes a text, and what is before, between and after texts. */
function Counter() {
  const [count, setCount] = useState(0);
  return (
    <>
      <input aria-label="Note" />
      <button type="button" onClick={() => setCount(count + 1)}>
        {count % 2 === 1 && <b>before </b>}
        {count} of {count < 2 ? "three" : <i>3</i>}
        {count % 3 === 2 && " after"}
      </button>
    </>
  );
}

test.each(Object.entries(translations))(
  "a page that is translated %s goes on, with the right texts, and keeps what was typed",
  async (_, translate) => {
    allowTranslation();
    await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1_000 }));
    const screen = await renderComponent(<Counter />);
    await screen.getByLabelText("Note").fill("kept");
    for (const text of ["0 of three", "before 1 of three", "2 of 3 after", "before 3 of 3", "4 of 3"]) {
      const button = screen.getByRole("button");
      await expect.poll(() => button.element().textContent.replaceAll(/[[\]]/g, "")).toBe(text);
      translatePage(screen.container, translate);
      // Translations are asynchronous, and so is what follows them.
      await new Promise((resolve) => setTimeout(resolve));
      expect(button.element().textContent.replaceAll(/[[\]]/g, "")).toBe(text);
      await userEvent.click(button);
    }
    await expect.element(screen.getByLabelText("Note")).toHaveValue("kept");
  },
);
