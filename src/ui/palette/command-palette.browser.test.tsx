import { beforeEach, describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { loadI18n } from "../../../testing/components/providers.tsx";
import { renderComponent } from "../../../testing/render.tsx";
import "../styles/app.css";
import { CommandPalette } from "./command-palette.tsx";
import { bookSource, sampleCommands } from "./palette-fixtures.ts";
import { PaletteButton } from "./palette-button.tsx";
import type { Command, CommandSource, GroupedCommand } from "./palette.ts";
import { languages } from "#i18n/languages.ts";

const palette = () => page.getByRole("dialog", { name: "Search and commands" });
const search = () => page.getByRole("combobox", { name: "Search or jump to…" });

/** Enters one text after the other in one task, faster than the debounce. */
function enterTexts(...texts: string[]) {
  const input = search().element() as HTMLInputElement;
  for (const text of texts) {
    input.setRangeText(text, 0, input.value.length, "end");
    input.dispatchEvent(new InputEvent("input", { bubbles: true }));
  }
}
const labels = () =>
  page
    .getByRole("option")
    .elements()
    .map((option) => option.querySelector("bdi")?.textContent);
/** The option that Enter would run. */
const activeOption = () =>
  document
    .getElementById(search().element().getAttribute("aria-activedescendant") ?? "")
    ?.querySelector("bdi")?.textContent;

const ran = vi.fn<(id: string) => void>();
const pageCommands: GroupedCommand[] = ["Print", "Print all", "Export"].map((label) => ({
  id: label,
  group: "This page",
  label,
  run: () => ran(label),
}));

type Options = { commands?: GroupedCommand[]; sources?: CommandSource[] };

const show = ({ commands = pageCommands, sources = [] }: Options = {}) =>
  renderComponent(
    <>
      <CommandPalette commands={commands} sources={sources} />
      <PaletteButton />
      <label>
        Title <input />
      </label>
      <dialog id="other" aria-label="Other">
        <label>
          Name <input />
        </label>
      </dialog>
    </>,
  );

async function open(given?: Options) {
  await show(given);
  await userEvent.keyboard("{Control>}k{/Control}");
  await expect.element(palette()).toBeVisible();
}

beforeEach(async () => {
  ran.mockReset();
  await page.viewport(1280, 800);
});

describe("it opens", () => {
  test("with Ctrl K in a field, and restores the focus", async () => {
    await show();
    await page.getByLabelText("Title").click();
    await userEvent.keyboard("{Control>}k{/Control}");
    await expect.element(search()).toHaveFocus();
    await userEvent.keyboard("{Escape}");
    await expect.element(palette()).not.toBeInTheDocument();
    await expect.element(page.getByLabelText("Title")).toHaveFocus();
  });

  test("with its button, and closes with the shortcut", async () => {
    await show();
    await page.getByRole("button", { name: "Search or jump to…" }).click();
    await expect.element(search()).toHaveFocus();
    await userEvent.keyboard("{Control>}k{/Control}");
    await expect.element(palette()).not.toBeInTheDocument();
    await expect.element(page.getByRole("button", { name: "Search or jump to…" })).toHaveFocus();
  });

  test("with the K key of an Arabic keyboard", async () => {
    await show();
    const key = { key: "ن", code: "KeyK", ctrlKey: true, bubbles: true, cancelable: true };
    document.body.dispatchEvent(new KeyboardEvent("keydown", key));
    await expect.element(palette()).toBeVisible();
  });

  test("not in a modal dialog", async () => {
    await show();
    (document.querySelector("#other") as HTMLDialogElement).showModal();
    await userEvent.keyboard("{Control>}k{/Control}");
    await page.getByLabelText("Name").fill("x");
    await expect.element(palette()).not.toBeInTheDocument();
  });
});

describe("a command", () => {
  test("is found by its words in any order, and Enter runs it after the palette has closed", async () => {
    await open();
    await userEvent.keyboard("all pri");
    await expect.poll(labels).toEqual(["Print all"]);
    ran.mockImplementation(() => expect(document.querySelector("dialog:modal")).toBeNull());
    await userEvent.keyboard("{Enter}");
    await expect.element(palette()).not.toBeInTheDocument();
    expect(ran.mock.calls).toEqual([["Print all"]]);
  });

  test("is reached with the arrow keys, which wrap around", async () => {
    await open();
    expect(activeOption()).toBe("Print");
    await userEvent.keyboard("{ArrowDown}{ArrowDown}");
    await expect.poll(activeOption).toBe("Export");
    await userEvent.keyboard("{ArrowUp}");
    await expect.poll(activeOption).toBe("Print all");
    await userEvent.keyboard("{Enter}");
    expect(ran.mock.calls).toEqual([["Print all"]]);
  });

  test("runs on click", async () => {
    await open();
    await page.getByRole("option", { name: "Export" }).click();
    expect(ran.mock.calls).toEqual([["Export"]]);
    await expect.element(palette()).not.toBeInTheDocument();
  });

  test("with a link is a link", async () => {
    await open({ commands: sampleCommands });
    const books = page.getByRole("option", { name: "Books" });
    expect(books.element().getAttribute("href")).toBe("/account");
    await userEvent.keyboard("books{Enter}");
    await expect.element(palette()).not.toBeInTheDocument();
  });

  test("is shown under its group's heading", async () => {
    await open({ commands: sampleCommands });
    const group = page.getByRole("group", { name: "Manager" });
    await expect.element(group.getByRole("option")).toHaveTextContent("Users");
  });
});

describe("language and theme", () => {
  test("are commands, and the current ones are checked", async () => {
    await open();
    const checked = page.getByRole("option", { checked: true }).elements();
    const names = checked.map((option) => option.querySelector("bdi")?.textContent);
    expect(names).toEqual(languages.length > 1 ? ["English", "Light"] : ["Light"]);
  });

  test("are changed by them", async () => {
    await open();
    await userEvent.keyboard("dark{Enter}");
    expect(document.documentElement.dataset.theme).toBe("dark");
    // optional: fr
    await userEvent.keyboard("{Control>}k{/Control}");
    await expect.element(search()).toHaveFocus();
    await userEvent.keyboard("francais{Enter}");
    await expect.element(page.getByRole("button", { name: "Rechercher ou accéder à…" })).toBeVisible();
    (await loadI18n("en")).changeLanguage("en");
    // end: fr
  });
});

describe("search results", () => {
  const found = (label: string): Command => ({ id: label, label, run: () => ran(label) });

  test("are shown below the commands and run like them", async () => {
    await open({ commands: sampleCommands, sources: [bookSource] });
    await userEvent.keyboard("woolf");
    await expect.poll(labels).toEqual(["The Waves", "To the Lighthouse"]);
    await expect.poll(activeOption).toBe("The Waves");
    await expect.element(page.getByRole("status").getByText("2 results")).toBeInTheDocument();
  });

  test("are the best of those found, and end with a link to all of them", async () => {
    const titles = [
      "Edward I",
      "Edward II",
      "Edward III",
      "Edward IV",
      "Edward V",
      "Edward VI",
      "War and Peace",
    ];
    const source: CommandSource = {
      id: "books",
      group: "Books",
      list: "/account",
      search: async () => titles.map(found),
    };
    await open({ sources: [source] });
    await userEvent.keyboard("war");
    await expect
      .poll(labels)
      .toEqual(["War and Peace", ...titles.slice(0, 5), 'All results for "\u2068war\u2069"']);
    expect(page.getByRole("option").last().element().getAttribute("href")).toBe("/account?searchTerm=war");
  });

  test("come before commands that only have the term inside a word", async () => {
    const source = { ...bookSource, search: () => Promise.resolve([found("Emma")]) };
    await open({ sources: [source] });
    await userEvent.keyboard("em");
    await expect.poll(() => labels().slice(0, 2)).toEqual(["Emma", "System"]);
  });

  test("are requested after a debounce and aborted when they are no longer needed", async () => {
    const asked: { term: string; signal: AbortSignal }[] = [];
    const source: CommandSource = {
      id: "slow",
      group: "Books",
      search: (term, signal) => {
        asked.push({ term, signal });
        return term === "middle" ? Promise.resolve([found("Middlemarch")]) : new Promise(() => {});
      },
    };
    await open({ sources: [source] });
    await search().fill("mid");
    await expect.poll(() => asked.map(({ term }) => term)).toEqual(["mid"]);
    await expect.element(page.getByText("Searching…")).toBeInTheDocument();
    enterTexts("middl", "middle ");
    await expect.poll(labels).toEqual(["Middlemarch"]);
    expect(asked.map(({ term, signal }) => [term, signal.aborted])).toEqual([
      ["mid", true],
      ["middle", false],
    ]);
  });

  test("of other sources remain when one fails", async () => {
    const failing = { ...bookSource, search: () => Promise.reject(new Error("offline")) };
    const working = { ...bookSource, id: "other", search: () => Promise.resolve([found("Printing")]) };
    await open({ sources: [failing, working] });
    await userEvent.keyboard("print");
    await expect.poll(labels).toEqual(["Print", "Print all", "Printing"]);
    await expect.element(page.getByText("Some results couldn’t be loaded")).toBeVisible();
  });

  test("may be empty, which is announced", async () => {
    await open({ sources: [bookSource] });
    await userEvent.keyboard("zzz");
    await expect.element(page.getByRole("status").getByText('No results for "zzz"')).toBeVisible();
    await userEvent.keyboard("{Enter}");
    await expect.element(palette()).toBeVisible();
  });
});

test("on narrow screens it is at the top and ends above the keyboard", async () => {
  await page.viewport(390, 400);
  await open({ commands: sampleCommands });
  const box = () => palette().element().getBoundingClientRect();
  await expect.poll(() => [box().left, box().top, box().width]).toEqual([0, 0, 390]);
  expect(box().bottom).toBeLessThanOrEqual(400);
  for (const line of page.getByRole("option").elements())
    expect(line.getBoundingClientRect().height).toBeGreaterThanOrEqual(44);
});

test("it adds no style element", async () => {
  const before = document.querySelectorAll("style").length;
  await open();
  expect(document.querySelectorAll("style")).toHaveLength(before);
});
