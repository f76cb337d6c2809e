import { beforeEach, describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { loadI18n } from "../../../testing/components/providers.tsx";
import { renderComponent } from "../../../testing/render.tsx";
import "../styles/app.css";
import { CommandPaletteProvider } from "./command-palette-provider.tsx";
import { bookSource, sampleCommands } from "./fixtures.ts";
import { PaletteButton } from "./palette-button.tsx";
import type { Command, CommandSource, GroupedCommand } from "./palette.ts";

const palette = () => page.getByRole("dialog", { name: "Search and commands" });
const search = () => page.getByRole("combobox", { name: "Search or jump to…" });

/** One text after the other, so quickly that no machine makes a pause of it. */
function typeAtOnce(...texts: string[]) {
  const input = search().element() as HTMLInputElement;
  for (const text of texts) {
    input.setRangeText(text, 0, input.value.length, "end");
    input.dispatchEvent(new InputEvent("input", { bubbles: true }));
  }
}
const lines = () =>
  page
    .getByRole("option")
    .elements()
    .map((line) => line.querySelector("bdi")?.textContent);
/** The line that Enter would run, as assistive technology is told. */
const marked = () =>
  document
    .getElementById(search().element().getAttribute("aria-activedescendant") ?? "")
    ?.querySelector("bdi")?.textContent;

const ran = vi.fn<(id: string) => void>();
const doing: GroupedCommand[] = ["Print", "Print all", "Export"].map((label) => ({
  id: label,
  group: "This page",
  label,
  run: () => ran(label),
}));

type Given = { commands?: GroupedCommand[]; sources?: CommandSource[] };

const show = ({ commands = doing, sources = [] }: Given = {}, language: "en" | "ar" = "en") =>
  renderComponent(
    <CommandPaletteProvider commands={commands} sources={sources}>
      <PaletteButton />
      <label>
        Title <input />
      </label>
      <dialog id="other" aria-label="Other">
        <label>
          Name <input />
        </label>
      </dialog>
    </CommandPaletteProvider>,
    language,
  );

async function open(given?: Given) {
  await show(given);
  await userEvent.keyboard("{Control>}k{/Control}");
  await expect.element(palette()).toBeVisible();
}

beforeEach(async () => {
  ran.mockReset();
  await page.viewport(1280, 800);
});

describe("it is opened", () => {
  test("by Ctrl K in a field, which has the focus back afterwards", async () => {
    await show();
    await page.getByLabelText("Title").click();
    await userEvent.keyboard("{Control>}k{/Control}");
    await expect.element(search()).toHaveFocus();
    await userEvent.keyboard("{Escape}");
    await expect.element(palette()).not.toBeInTheDocument();
    await expect.element(page.getByLabelText("Title")).toHaveFocus();
  });

  test("by its button, and closed by the shortcut", async () => {
    await show();
    await page.getByRole("button", { name: "Search or jump to…" }).click();
    await expect.element(search()).toHaveFocus();
    await userEvent.keyboard("{Control>}k{/Control}");
    await expect.element(palette()).not.toBeInTheDocument();
    await expect.element(page.getByRole("button", { name: "Search or jump to…" })).toHaveFocus();
  });

  test("by the place of the K where keys write Arabic", async () => {
    await show();
    const key = { key: "ن", code: "KeyK", ctrlKey: true, bubbles: true, cancelable: true };
    document.body.dispatchEvent(new KeyboardEvent("keydown", key));
    await expect.element(palette()).toBeVisible();
  });

  test("with what was typed before it was there", async () => {
    await show();
    const title = page.getByLabelText("Title");
    await title.click();
    // All in one task, so that nothing can load between.
    for (const [key, ctrlKey] of [
      ["k", true],
      ["e", false],
      ["y", false],
      ["Backspace", false],
      ["x", false],
    ] as const)
      title
        .element()
        .dispatchEvent(new KeyboardEvent("keydown", { key, ctrlKey, bubbles: true, cancelable: true }));
    await expect.element(search()).toHaveValue("ex");
    expect(lines()).toEqual(["Export"]);
    await expect.element(page.getByLabelText("Title")).toHaveValue("");
  });

  test("not over another modal dialog", async () => {
    await show();
    (document.querySelector("#other") as HTMLDialogElement).showModal();
    await userEvent.keyboard("{Control>}k{/Control}");
    await page.getByLabelText("Name").fill("x");
    await expect.element(palette()).not.toBeInTheDocument();
  });
});

describe("a command", () => {
  test("is found by its words in any order, and run by Enter once the palette is closed", async () => {
    await open();
    await userEvent.keyboard("all pri");
    await expect.poll(lines).toEqual(["Print all"]);
    ran.mockImplementation(() => expect(document.querySelector("dialog:modal")).toBeNull());
    await userEvent.keyboard("{Enter}");
    await expect.element(palette()).not.toBeInTheDocument();
    expect(ran.mock.calls).toEqual([["Print all"]]);
  });

  test("is reached with the arrow keys, from the last to the first as well", async () => {
    await open();
    expect(marked()).toBe("Print");
    await userEvent.keyboard("{ArrowDown}{ArrowDown}");
    await expect.poll(marked).toBe("Export");
    await userEvent.keyboard("{ArrowUp}");
    await expect.poll(marked).toBe("Print all");
    await userEvent.keyboard("{Enter}");
    expect(ran.mock.calls).toEqual([["Print all"]]);
  });

  test("is run by a press", async () => {
    await open();
    await page.getByRole("option", { name: "Export" }).click();
    expect(ran.mock.calls).toEqual([["Export"]]);
    await expect.element(palette()).not.toBeInTheDocument();
  });

  test("that leads somewhere is a link there", async () => {
    await open({ commands: sampleCommands });
    const books = page.getByRole("option", { name: "Books" });
    expect(books.element().getAttribute("href")).toBe("/app/books");
    await userEvent.keyboard("books{Enter}");
    await expect.element(palette()).not.toBeInTheDocument();
  });

  test("stands under its group's heading", async () => {
    await open({ commands: sampleCommands });
    const group = page.getByRole("group", { name: "Manager" });
    await expect.element(group.getByRole("option")).toHaveTextContent("Dashboard");
  });
});

describe("language and theme", () => {
  test("are among the commands, the present ones marked", async () => {
    await open();
    const checked = page.getByRole("option", { checked: true }).elements();
    expect(checked.map((line) => line.querySelector("bdi")?.textContent)).toEqual(["English", "Light"]);
  });

  test("are chosen by them", async () => {
    await open();
    await userEvent.keyboard("dark{Enter}");
    expect(document.documentElement.dataset.theme).toBe("dark");
    await userEvent.keyboard("{Control>}k{/Control}");
    await expect.element(search()).toHaveFocus();
    await userEvent.keyboard("francais{Enter}");
    await expect.element(page.getByRole("button", { name: "Rechercher ou accéder à…" })).toBeVisible();
    await (await loadI18n("en")).changeLanguage("en");
  });
});

describe("what features find", () => {
  const found = (label: string): Command => ({ id: label, label, run: () => ran(label) });

  test("stands beneath the commands, and is run like them", async () => {
    await open({ commands: sampleCommands, sources: [bookSource] });
    await userEvent.keyboard("woolf");
    await expect.poll(lines).toEqual(["The Waves", "To the Lighthouse"]);
    await expect.poll(marked).toBe("The Waves");
    await expect.element(page.getByRole("status").getByText("2 results")).toBeInTheDocument();
  });

  test("is asked for once it is quiet, and no more once it is not wanted", async () => {
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
    typeAtOnce("middl", "middle ");
    await expect.poll(lines).toEqual(["Middlemarch"]);
    expect(asked.map(({ term, signal }) => [term, signal.aborted])).toEqual([
      ["mid", true],
      ["middle", false],
    ]);
  });

  test("takes nothing from the rest where it fails", async () => {
    const failing = { ...bookSource, search: () => Promise.reject(new Error("offline")) };
    const working = { ...bookSource, id: "other", search: () => Promise.resolve([found("Printing")]) };
    await open({ sources: [failing, working] });
    await userEvent.keyboard("print");
    await expect.poll(lines).toEqual(["Print", "Print all", "Printing"]);
    await expect.element(page.getByText("Some results couldn’t be loaded")).toBeVisible();
  });

  test("may be nothing, which is said", async () => {
    await open({ sources: [bookSource] });
    await userEvent.keyboard("zzz");
    await expect.element(page.getByRole("status").getByText("No results for “zzz”")).toBeVisible();
    await userEvent.keyboard("{Enter}");
    await expect.element(palette()).toBeVisible();
  });
});

test("on a phone it is a sheet at the top that ends above the keyboard", async () => {
  await page.viewport(390, 400);
  await open({ commands: sampleCommands });
  const box = () => palette().element().getBoundingClientRect();
  await expect.poll(() => [box().left, box().top, box().width]).toEqual([0, 0, 390]);
  expect(box().bottom).toBeLessThanOrEqual(400);
  for (const line of page.getByRole("option").elements())
    expect(line.getBoundingClientRect().height).toBeGreaterThanOrEqual(44);
});

test("no style element comes into the page", async () => {
  const before = document.querySelectorAll("style").length;
  await open();
  expect(document.querySelectorAll("style")).toHaveLength(before);
});
