import { useState, type ReactNode } from "react";
import { hydrateRoot } from "react-dom/client";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { loadI18n, TestProviders } from "../../../../testing/components/providers.tsx";
import { renderComponent } from "../../../../testing/render.tsx";
import { OverlayContainer } from "../../overlays/overlay-container.tsx";
import "../../styles/app.css";
import type { SelectProps } from "./props.ts";
import { Select } from "./select.tsx";
import type { Language } from "#i18n/languages.ts";
import { otherLanguage } from "../../../../testing/languages.ts";

const genres = ["Crime", "Fiction", "Poetry", "Science fiction"].map((label) => ({
  id: label.toLowerCase().replace(" ", "-"),
  label,
}));

const changed = vi.fn<(id: string | null) => void>();
const submitted = vi.fn<(genre: unknown) => void>();
const field = () => page.getByRole("combobox", { name: "Genre" });
const input = () => field().element() as HTMLInputElement;
const options = () =>
  page
    .getByRole("option")
    .elements()
    .map(({ textContent }) => textContent);
const list = () => page.getByRole("listbox");

function GenreForm(props: Partial<SelectProps>) {
  const [value, setValue] = useState(props.value ?? null);
  return (
    <form
      style={{ maxWidth: 360, marginInline: 20 }}
      onSubmit={(event) => {
        event.preventDefault();
        submitted(new FormData(event.currentTarget).get("genre"));
      }}
    >
      <label htmlFor="genre">Genre</label>
      <Select
        id="genre"
        name="genre"
        options={genres}
        {...props}
        value={value}
        onChange={(id) => {
          changed(id);
          setValue(id);
        }}
      />
      <button type="submit">Save</button>
    </form>
  );
}

const show = (props: Partial<SelectProps> = {}, language?: Language) =>
  renderComponent(<GenreForm {...props} />, language);

/** Renders the select and clicks into it. */
async function open(props?: Partial<SelectProps>) {
  await show(props);
  await field().click();
  await expect.element(list()).toBeVisible();
}

beforeEach(() => page.viewport(1280, 800));
afterEach(() => {
  changed.mockReset();
  submitted.mockReset();
});

describe("the list", () => {
  test("is filtered by the typed text, ignoring case, and Enter chooses the first option", async () => {
    await open();
    await expect.element(field()).toHaveAttribute("placeholder", "Select...");
    expect(options()).toEqual(["Crime", "Fiction", "Poetry", "Science fiction"]);
    await userEvent.keyboard("FIC");
    await expect.poll(options).toEqual(["Fiction", "Science fiction"]);
    await userEvent.keyboard("{Enter}");
    await expect.element(list()).not.toBeInTheDocument();
    expect(changed.mock.calls).toEqual([["fiction"]]);
    await expect.element(field()).toHaveValue("Fiction");
    expect(submitted).not.toHaveBeenCalled();
  });

  test("says that nothing matches", async () => {
    await open();
    await userEvent.keyboard("xyz");
    await expect.element(page.getByRole("status").getByText("No results found")).toBeVisible();
  });

  test("is navigated by the arrow keys, starting at the chosen option", async () => {
    await show({ value: "fiction" });
    await userEvent.keyboard("{Tab}{ArrowDown}");
    await expect
      .element(page.getByRole("option", { name: "Fiction", exact: true, selected: true }))
      .toBeVisible();
    await userEvent.keyboard("{ArrowDown}");
    await expect.poll(() => highlighted()).toBe("Poetry");
    await userEvent.keyboard("{ArrowUp}{ArrowUp}");
    await expect.poll(() => highlighted()).toBe("Crime");
    await userEvent.keyboard("{Enter}");
    expect(changed.mock.calls).toEqual([["crime"]]);
  });

  test("disabled options can't be chosen", async () => {
    await open({ options: genres.map((genre) => ({ ...genre, disabled: genre.id === "crime" })) });
    await page.getByRole("option", { name: "Crime" }).click({ force: true });
    expect(changed).not.toHaveBeenCalled();
    await page.getByRole("option", { name: "Poetry" }).click();
    expect(changed.mock.calls).toEqual([["poetry"]]);
  });

  test("is opened and closed by its button", async () => {
    await open();
    await page.getByRole("button", { name: "Close options" }).click();
    await expect.element(list()).not.toBeInTheDocument();
    await page.getByRole("button", { name: "Show options" }).click();
    await expect.element(list()).toBeVisible();
  });
});

/** The option that is announced as active. */
const highlighted = () =>
  document.getElementById(input().getAttribute("aria-activedescendant") ?? "")?.textContent;

describe("typed text that isn't chosen", () => {
  test("is discarded on blur, which closes the list", async () => {
    await open({ value: "poetry" });
    await userEvent.keyboard("fic{Tab}");
    await expect.element(list()).not.toBeInTheDocument();
    await expect.element(field()).toHaveValue("Poetry");
    expect(changed).not.toHaveBeenCalled();
  });

  test("is discarded by Escape, and the value stays", async () => {
    await open({ value: "poetry" });
    await userEvent.keyboard("fic{Escape}");
    await expect.element(field()).toHaveValue("Poetry");
    await userEvent.keyboard("{Escape}");
    await expect.element(field()).toHaveValue("Poetry");
    expect(changed).not.toHaveBeenCalled();
  });

  test("is discarded if it is empty, unless the select is clearable", async () => {
    await open({ value: "poetry" });
    await userEvent.keyboard("{Delete}");
    await expect.element(field()).toHaveValue("");
    await userEvent.keyboard("{Tab}");
    await expect.element(field()).toHaveValue("Poetry");
    expect(changed).not.toHaveBeenCalled();
  });

  test("doesn't submit the form", async () => {
    await open();
    await userEvent.keyboard("xyz{Enter}");
    await expect.element(field()).toHaveValue("");
    expect(changed).not.toHaveBeenCalled();
    expect(submitted).not.toHaveBeenCalled();
  });
});

describe("a custom value", () => {
  test("is offered if nothing matches, and is its own label", async () => {
    await open({ allowCustom: true });
    await userEvent.keyboard(" Cookery ");
    await expect.poll(options).toEqual(['Create "Cookery"']);
    await userEvent.keyboard("{Enter}");
    expect(changed.mock.calls).toEqual([["Cookery"]]);
    await expect.element(field()).toHaveValue("Cookery");
    await field().click();
    await expect.poll(options).toHaveLength(4);
  });

  test("isn't offered if it equals a label", async () => {
    await open({ allowCustom: true });
    await userEvent.keyboard("poetry");
    await expect.poll(options).toEqual(["Poetry"]);
  });

  test.each([
    ["leaving the field", () => userEvent.keyboard("{Tab}")],
    ["closing the list", () => page.getByRole("button", { name: "Close options" }).click()],
    ["a click beside the field", () => page.getByText("Genre").click({ position: { x: 1, y: 1 } })],
  ])("is kept by %s", async (_, leave) => {
    await open({ allowCustom: true, value: "crime" });
    await userEvent.keyboard(" Cookery ");
    await leave();
    await expect.element(list()).not.toBeInTheDocument();
    await expect.element(field()).toHaveValue("Cookery");
    expect(changed.mock.calls).toEqual([["Cookery"]]);
  });

  test("is the existing option if the text equals its label, ignoring case", async () => {
    await open({ allowCustom: true });
    await userEvent.keyboard("SCIENCE fiction{Tab}");
    await expect.element(field()).toHaveValue("Science fiction");
    expect(changed.mock.calls).toEqual([["science-fiction"]]);
  });

  test("is in the form that is submitted next", async () => {
    await open({ allowCustom: true });
    await userEvent.keyboard("Cookery{Tab}{Enter}");
    expect(submitted.mock.calls).toEqual([["Cookery"]]);
  });

  test("is not the text before Escape, the clear button or a chosen option", async () => {
    await open({ allowCustom: true, clearable: true, value: "crime" });
    await userEvent.keyboard("Cookery{Escape}{Tab}");
    await expect.element(field()).toHaveValue("Crime");
    expect(changed).not.toHaveBeenCalled();
    await field().click();
    await userEvent.keyboard("Cookery");
    await page.getByRole("button", { name: "Clear selection" }).click();
    await userEvent.keyboard("{Tab}");
    await expect.element(field()).toHaveValue("");
    expect(changed.mock.calls).toEqual([[null]]);
    await field().click();
    await userEvent.keyboard("po");
    await page.getByRole("option", { name: "Poetry" }).click();
    await userEvent.keyboard("{Tab}");
    await expect.element(field()).toHaveValue("Poetry");
    expect(changed.mock.calls).toEqual([[null], ["poetry"]]);
  });
});

describe("a clearable select", () => {
  test("has a button that sets the value to null", async () => {
    await show({ value: "poetry", clearable: true });
    await page.getByRole("button", { name: "Clear selection" }).click();
    expect(changed.mock.calls).toEqual([[null]]);
    await expect.element(field()).toHaveValue("");
    await expect.element(page.getByRole("button", { name: "Clear selection" })).not.toBeInTheDocument();
  });

  test("has that button also while the list is open", async () => {
    await open({ value: "poetry", clearable: true });
    await page.getByRole("button", { name: "Clear selection" }).click();
    expect(changed.mock.calls).toEqual([[null]]);
    await expect.element(field()).toHaveValue("");
  });

  test("is cleared by deleting its text", async () => {
    await open({ value: "poetry", clearable: true });
    await userEvent.keyboard("{Delete}{Tab}");
    expect(changed.mock.calls).toEqual([[null]]);
    await expect.element(field()).toHaveValue("");
  });
});

describe("the form", () => {
  test("gets the chosen id, while the input shows the label", async () => {
    await show({ value: "science-fiction" });
    await expect.element(field()).toHaveValue("Science fiction");
    await page.getByRole("button", { name: "Save" }).click();
    expect(submitted.mock.calls).toEqual([["science-fiction"]]);
  });

  test("is submitted by Enter when nothing was typed", async () => {
    await show();
    await userEvent.keyboard("{Tab}{Enter}");
    expect(submitted).toHaveBeenCalledOnce();
  });

  test("is not submitted by the Enter that chooses, also when the field is left at once", async () => {
    await show();
    await userEvent.keyboard("{Tab}poe{Enter}{Tab}");
    await expect.element(field()).toHaveValue("Poetry");
    expect(changed.mock.calls).toEqual([["poetry"]]);
    expect(submitted).not.toHaveBeenCalled();
    await expect.element(list()).not.toBeInTheDocument();
  });
});

test("text that was typed before hydration is searched for", async () => {
  await hydrate(() => {
    input().focus();
    input().value = "poe";
  });
  await expect.poll(options).toEqual(["Poetry"]);
  await userEvent.keyboard("t{Enter}");
  await expect.element(field()).toHaveValue("Poetry");
});

test.each([
  ["the field", () => field()],
  ["its button", () => page.getByRole("button", { name: "Show options" })],
])("a click on %s before hydration opens the list after it", async (_, target) => {
  await hydrate(() => target().click());
  await expect.element(list()).toBeVisible();
  await userEvent.keyboard("poe{Enter}");
  await expect.element(field()).toHaveValue("Poetry");
});

/** Renders the form as the server does, and hydrates it after a user's first actions. */
async function hydrate(act: () => void | Promise<void>): Promise<void> {
  const i18n = await loadI18n("en");
  const select = (
    <TestProviders i18n={i18n}>
      <GenreForm />
    </TestProviders>
  );
  const container = document.createElement("div");
  document.body.append(container);
  const { renderToString } = await import("react-dom/server");
  container.innerHTML = renderToString(select);
  await act();
  const root = hydrateRoot(container, select);
  onTestFinished(() => {
    root.unmount();
    container.remove();
  });
}

/** A select whose server hasn't responded yet: the list has the previous options. */
function Searching({ found }: { found?: SelectProps["options"] }) {
  const [text, setText] = useState("");
  return <GenreForm onSearch={setText} isLoading={text !== "" && !found} options={found ?? genres} />;
}

describe("while the server searches for the typed text", () => {
  async function search(keys: string) {
    const { rerender } = await renderComponent(<Searching />);
    await field().click();
    await userEvent.keyboard(`oct${keys}`);
    return () => rerender(<Searching found={[{ id: "1", label: "Octavia E. Butler" }]} />);
  }

  test("Enter waits for the options and chooses the first", async () => {
    const answer = await search("{Enter}");
    expect(changed).not.toHaveBeenCalled();
    await answer();
    await expect.element(field()).toHaveValue("Octavia E. Butler");
    expect(changed.mock.calls).toEqual([["1"]]);
  });

  test("Enter waits also after blur", async () => {
    const answer = await search("{Enter}");
    await userEvent.keyboard("{Tab}");
    await answer();
    await expect.element(field()).toHaveValue("Octavia E. Butler");
    expect(changed.mock.calls).toEqual([["1"]]);
  });

  test("Escape cancels it", async () => {
    const answer = await search("{Enter}{Escape}");
    await answer();
    await expect.element(field()).toHaveValue("");
    expect(changed).not.toHaveBeenCalled();
  });
});

test("options stay where they are when loading ends", async () => {
  const { rerender } = await show({ isLoading: true });
  await field().click();
  await expect.element(page.getByText("Loading…")).toBeVisible();
  const top = () => page.getByRole("option", { name: "Fiction" }).element().getBoundingClientRect().top;
  const before = top();
  await rerender(<GenreForm />);
  await expect.element(page.getByText("Loading…")).not.toBeInTheDocument();
  expect(top()).toBe(before);
});

test("a read-only field doesn't open", async () => {
  await show({ value: "poetry", readOnly: true, clearable: true });
  await field().click();
  await userEvent.keyboard("{ArrowDown}x");
  await expect.element(field()).toHaveValue("Poetry");
  await expect.element(list()).not.toBeInTheDocument();
  await expect.element(page.getByRole("button", { name: "Clear selection" })).not.toBeInTheDocument();
});

test("a server's options are requested by the typed text and not filtered, and the chosen one keeps its label", async () => {
  const searched = vi.fn<(text: string) => void>();
  const { rerender } = await show({ onSearch: searched, value: "fiction" });
  await field().click();
  await userEvent.keyboard("tolk");
  await expect.poll(() => searched.mock.lastCall).toEqual(["tolk"]);
  await rerender(<GenreForm onSearch={searched} options={[{ id: "1", label: "J. R. R." }]} />);
  await expect.poll(options).toEqual(["J. R. R."]);
  await userEvent.keyboard("{Escape}");
  await expect.poll(() => searched.mock.lastCall).toEqual([""]);
  await expect.element(field()).toHaveValue("Fiction");
});

test("shows a value that is changed from outside", async () => {
  function Changing() {
    const [value, setValue] = useState<string | null>("poetry");
    return (
      <>
        <label htmlFor="genre">Genre</label>
        <Select id="genre" options={genres} value={value} onChange={setValue} />
        <button type="button" onClick={() => setValue("crime")}>
          Reset
        </button>
      </>
    );
  }
  await renderComponent(<Changing />);
  await field().click();
  await userEvent.keyboard("{Escape}");
  await page.getByRole("button", { name: "Reset" }).click();
  await expect.element(field()).toHaveValue("Crime");
});

describe("in a modal dialog", () => {
  function InDialog({ children }: { children: ReactNode }) {
    const [dialog, setDialog] = useState<HTMLDialogElement | null>(null);
    return (
      <>
        <button type="button" onClick={() => dialog?.showModal()}>
          New book
        </button>
        <dialog ref={setDialog} aria-label="Book" style={{ height: 120, overflow: "auto", margin: "auto" }}>
          <OverlayContainer value={dialog}>{children}</OverlayContainer>
        </dialog>
      </>
    );
  }

  async function openInDialog() {
    await renderComponent(
      <InDialog>
        <GenreForm />
      </InDialog>,
    );
    await page.getByRole("button", { name: "New book" }).click();
    await field().click();
    await expect.element(list()).toBeVisible();
  }

  test("the list extends over the dialog's edge and can be clicked", async () => {
    await openInDialog();
    const last = page.getByRole("option", { name: "Science fiction" });
    const box = last.element().getBoundingClientRect();
    expect(box.bottom).toBeGreaterThan(page.getByRole("dialog").element().getBoundingClientRect().bottom);
    const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    expect(last.element().contains(hit)).toBe(true);
    await last.click();
    expect(changed.mock.calls).toEqual([["science-fiction"]]);
  });

  test("Escape closes the list, and only then the dialog", async () => {
    await openInDialog();
    await userEvent.keyboard("{Escape}");
    await expect.element(list()).not.toBeInTheDocument();
    await expect.element(page.getByRole("dialog", { name: "Book" })).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect.element(page.getByRole("dialog", { name: "Book" })).not.toBeInTheDocument();
  });
});

describe("the position of the list", () => {
  const boxes = () => ({
    field: input().closest(".control-frame")?.getBoundingClientRect() ?? new DOMRect(),
    popup: list().element().parentElement?.getBoundingClientRect() ?? new DOMRect(),
  });

  test("is below the input, with the same width", async () => {
    await open();
    const { field: box, popup } = boxes();
    expect(popup.width).toBeCloseTo(box.width, 0);
    expect(popup.left).toBeCloseTo(box.left, 0);
    expect(popup.top).toBeGreaterThan(box.bottom);
  });

  test("is above if there is no space below", async () => {
    await renderComponent(
      <div style={{ paddingBlockStart: 700 }}>
        <GenreForm />
      </div>,
    );
    await field().click();
    await expect.element(list()).toBeVisible();
    const { field: box, popup } = boxes();
    expect(popup.bottom).toBeLessThan(box.top);
  });

  test("on a phone the rows are 44 px high, and input and list fit above the keyboard", async () => {
    await page.viewport(390, 360);
    await open();
    const { popup } = boxes();
    expect(page.getByRole("option").first().element().getBoundingClientRect().height).toBeGreaterThanOrEqual(
      44,
    );
    expect(popup.top).toBeGreaterThanOrEqual(0);
    expect(popup.bottom).toBeLessThanOrEqual(360);
    expect(input().getBoundingClientRect().bottom).toBeLessThanOrEqual(360);
  });
});

test("the rest of the page stays accessible while the list is open", async () => {
  await open();
  await expect.element(page.getByRole("button", { name: "Save" })).toBeVisible();
  await expect.element(field()).toHaveAccessibleName("Genre");
});

test("adds no style element and no name in another language", async () => {
  const before = document.querySelectorAll("style").length;
  await show({ value: "poetry" }, otherLanguage);
  await field().click();
  await expect.element(list()).toBeVisible();
  expect(document.querySelectorAll("style")).toHaveLength(before);
  expect(page.getByRole("button", { name: "Dismiss" }).elements()).toEqual([]);
});
