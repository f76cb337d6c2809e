import { formatDate } from "./parse-date.ts";
import axe from "axe-core";
import { useState } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { languages, type Language } from "#i18n/languages.ts";
import { loadI18n, TestProviders } from "../../../../testing/components/providers.tsx";
import { renderComponent } from "../../../../testing/render.tsx";
import "../../styles/app.css";
import { FieldLabel } from "../field.tsx";
// Loaded before the tests set the clock: its dates extend the real `Date`.
import "./calendar.tsx";
import { DateInput } from "./date-input.tsx";
import { directions } from "../../../../testing/languages.ts";

const changed = vi.fn<(value: string | null) => void>();
const left = vi.fn<() => void>();
const submitted = vi.fn<(value: string, text: unknown) => void>();

/** A form around the field that submits what it holds. */
function Form({ value, readOnly = false }: { value: string | null; readOnly?: boolean }) {
  const [date, setDate] = useState(value);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submitted(formatDate(date), new FormData(event.currentTarget).get("date"));
      }}
    >
      <FieldLabel id="date-label" htmlFor="date">
        Date
      </FieldLabel>
      <DateInput
        id="date"
        name="date"
        value={date}
        readOnly={readOnly}
        onBlur={left}
        onChange={(next) => {
          changed(next);
          setDate(next);
        }}
      />
      <button type="button" onClick={() => setDate("1999-01-01")}>
        Elsewhere
      </button>
      <button>Save</button>
    </form>
  );
}

const start = "2024-03-15";
const field = () => page.getByRole("textbox").element() as HTMLInputElement;
const calendarButton = () =>
  document.querySelector<HTMLElement>("button[popovertarget]") ?? expect.fail("There is no calendar button");
const popover = () => document.querySelector<HTMLElement>("[popover]") ?? expect.fail("There is no popover");
const isOpen = () => popover().matches(":popover-open");
const focusedDay = () => document.activeElement?.closest<HTMLElement>("[data-day]")?.dataset["day"];

async function type(text: string) {
  await userEvent.clear(field());
  await userEvent.type(field(), text);
}

async function openCalendar() {
  calendarButton().focus();
  await userEvent.keyboard("{Enter}");
  await expect.poll(focusedDay).toBeTruthy();
}

beforeEach(() => vi.useFakeTimers({ toFake: ["Date"], now: new Date(2026, 9, 18, 15) }));
afterEach(() => {
  vi.useRealTimers();
  vi.clearAllMocks();
});

describe("typing", () => {
  beforeEach(() => renderComponent(<Form value={start} />));

  test("a whole date is the value before the field is left", async () => {
    await type("07/11/2025");
    expect(changed.mock.lastCall).toEqual(["2025-11-07"]);
    expect(field().value).toBe("07/11/2025");
  });

  test("an incomplete date doesn't change the value, and stays as typed", async () => {
    await type("7/11/25");
    expect(changed).not.toHaveBeenCalled();
    expect(field().value).toBe("7/11/25");
  });

  test("blur parses the text and formats it as DD/MM/YYYY", async () => {
    await type("7.11");
    await userEvent.tab();
    expect(changed.mock.calls).toEqual([["2026-11-07"]]);
    expect(field().value).toBe("07/11/2026");
  });

  test("every accepted way to write a date is that date: D, DD, DDMM, DDMMYY, DDMMYYYY, and parts with a separator", async () => {
    const parts = [" ", ".", "/", "-", "_"].flatMap((separator) =>
      [
        ["7", "1"],
        ["7", "1", "26"],
        ["7", "1", "2026"],
      ].map((each) => [each.join(separator), "07/01/2026"]),
    );
    const ways = [
      ["7", "07/10/2026"],
      ["08", "08/10/2026"],
      ["0701", "07/01/2026"],
      ["080124", "08/01/2024"],
      ["07012024", "07/01/2024"],
      ...parts,
    ];
    const shown: string[][] = [];
    for (const [text = ""] of ways) {
      await userEvent.fill(field(), text);
      field().focus();
      field().blur();
      await expect.poll(() => field().value).toMatch(/^\d\d\/\d\d\/\d{4}$/);
      shown.push([text, field().value]);
    }
    expect(shown).toEqual(ways);
  });

  test("leaving the field with anything else brings the date back", async () => {
    await type("31/02/2024");
    await userEvent.tab();
    expect(changed).not.toHaveBeenCalled();
    expect(field().value).toBe("15/03/2024");
  });

  test("invalid text is reverted to the last valid date, also to one just typed", async () => {
    await type("07/11/2025x");
    await userEvent.tab();
    expect(field().value).toBe("07/11/2025");
    expect(changed.mock.calls).toEqual([["2025-11-07"]]);
  });

  test("an emptied field is no date, once it is left", async () => {
    await userEvent.clear(field());
    expect(changed).not.toHaveBeenCalled();
    await userEvent.tab();
    expect(changed.mock.calls).toEqual([[null]]);
    expect(field().value).toBe("");
  });

  test("the same day in another format is only reformatted", async () => {
    await type("15-3-24");
    await userEvent.tab();
    expect(changed).not.toHaveBeenCalled();
    expect(field().value).toBe("15/03/2024");
  });

  test("Enter submits the typed date", async () => {
    await type("7-11-25");
    await userEvent.keyboard("{Enter}");
    expect(submitted.mock.calls).toEqual([["07/11/2025", "07/11/2025"]]);
  });

  test("Enter submits null for empty text, and the previous date for invalid text", async () => {
    await userEvent.clear(field());
    await userEvent.keyboard("{Enter}");
    await type("never{Enter}");
    expect(submitted.mock.calls).toEqual([
      ["", ""],
      ["", ""],
    ]);
    await type("7/11{Enter}");
    await type("never{Enter}");
    expect(submitted.mock.lastCall).toEqual(["07/11/2026", "07/11/2026"]);
  });

  test("a date from outside replaces the typed text", async () => {
    await type("7/1");
    const elsewhere = page.getByRole("button", { name: "Elsewhere" }).element() as HTMLElement;
    elsewhere.click();
    await expect.poll(() => field().value).toBe("01/01/1999");
  });
});

describe("the calendar", () => {
  test("opens on the month of the date, with the focus on its day", async () => {
    await renderComponent(<Form value={start} />);
    await openCalendar();
    expect(focusedDay()).toBe("2024-03-15");
    expect(document.activeElement?.closest("[aria-selected]")).not.toBeNull();
    expect(calendarButton().ariaLabel).toBe("Pick a date");
  });

  test("its button names the field, because a page may have several dates", async () => {
    await renderComponent(<Form value={null} />);
    await expect.element(page.getByRole("button", { name: "Pick a date Date", exact: true })).toBeVisible();
  });

  test("opens on today without a date", async () => {
    await renderComponent(<Form value={null} />);
    await openCalendar();
    expect(focusedDay()).toBe("2026-10-18");
    expect(document.activeElement?.getAttribute("aria-label")).toContain("Today");
  });

  test("choosing a day sets it, closes the calendar and returns to the button", async () => {
    await renderComponent(<Form value={start} />);
    await openCalendar();
    await userEvent.keyboard("{ArrowRight}{ArrowDown}{Enter}");
    expect(changed.mock.calls).toEqual([["2024-03-23"]]);
    expect(field().value).toBe("23/03/2024");
    expect(isOpen()).toBe(false);
    expect(document.activeElement).toBe(calendarButton());
    expect(submitted).not.toHaveBeenCalled();
  });

  test("choosing the chosen day again means no date", async () => {
    await renderComponent(<Form value={start} />);
    await openCalendar();
    await userEvent.keyboard(" ");
    expect(changed.mock.calls).toEqual([[null]]);
    expect(field().value).toBe("");
    expect(isOpen()).toBe(false);
  });

  test("Escape closes it, changes nothing and returns to the button", async () => {
    await renderComponent(<Form value={start} />);
    await openCalendar();
    await userEvent.keyboard("{ArrowRight}{Escape}");
    expect(isOpen()).toBe(false);
    expect(changed).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(calendarButton());
  });

  test("a click opens it, a click chooses, and a click outside closes", async () => {
    await renderComponent(<Form value={start} />);
    await userEvent.click(calendarButton());
    await userEvent.click(page.getByRole("button", { name: /March 20/ }));
    expect(field().value).toBe("20/03/2024");
    expect(isOpen()).toBe(false);
    await userEvent.click(calendarButton());
    expect(isOpen()).toBe(true);
    await userEvent.click(document.body, { position: { x: 2, y: 590 } });
    expect(isOpen()).toBe(false);
  });

  test("opening the calendar commits the typed date", async () => {
    await renderComponent(<Form value={start} />);
    await type("7/11/25");
    await openCalendar();
    expect(focusedDay()).toBe("2025-11-07");
  });

  test("the focus has left the field only when it has left the calendar, too", async () => {
    await renderComponent(<Form value={start} />);
    await userEvent.click(field());
    await openCalendar();
    expect(left).not.toHaveBeenCalled();
    await userEvent.keyboard("{Escape}");
    await userEvent.tab();
    await expect.poll(() => left.mock.calls.length).toBe(1);
  });

  test("months and years are chosen from lists, a century and more away", async () => {
    await renderComponent(<Form value="1813-01-28" />);
    await openCalendar();
    expect(focusedDay()).toBe("1813-01-28");
    await userEvent.selectOptions(page.getByRole("combobox", { name: "Year" }), "2126");
    await userEvent.selectOptions(page.getByRole("combobox", { name: "Month" }), "December");
    await userEvent.click(page.getByRole("button", { name: /December 31, 2126/ }));
    expect(field().value).toBe("31/12/2126");
  });

  test("Escape closes the calendar and not the dialog that it is in", async () => {
    await renderComponent(
      <dialog ref={(dialog) => dialog?.showModal()} aria-label="Ban">
        <Form value={start} />
      </dialog>,
    );
    await openCalendar();
    await userEvent.keyboard("{Escape}");
    expect(isOpen()).toBe(false);
    expect(document.querySelector("dialog")?.open).toBe(true);
    await openCalendar();
    await userEvent.keyboard("{ArrowLeft}{Enter}");
    expect(field().value).toBe("14/03/2024");
  });

  test.each<[Language, string]>([
    ["en", "Sunday"],
    ["fr", "lundi"], // optional: fr
    ["ar", "السبت"], // optional: ar
    ["sw", "Sunday"], // optional: sw
  ])("in %s the week starts on %s", async (language, day) => {
    await renderComponent(<Form value={start} />, language);
    await openCalendar();
    const names = [...popover().querySelectorAll("th")].map((th) => th.getAttribute("aria-label"));
    expect(names[0]).toBe(day);
    expect(new Set(names).size).toBe(7);
  });

  test.each<[Language, string, string]>([
    ["en", "2024-03-16", "Next month"],
    ["ar", "2024-03-14", "الشهر التالي"], // optional: ar
  ])("in %s the right arrow leads to %s", async (language, day, next) => {
    await renderComponent(<Form value={start} />, language);
    await openCalendar();
    await userEvent.keyboard("{ArrowRight}");
    await expect.poll(focusedDay).toBe(day);
    await userEvent.click(page.getByRole("button", { name: next }));
    await expect
      .poll(() => [...popover().querySelectorAll("select")].map((select) => select.value))
      .toEqual(["3", "2024"]);
  });

  test.each(directions)("in %s it is about 248.8 px wide, and axe finds nothing", async (language) => {
    document.title = "A part";
    await renderComponent(<Form value={start} />, language);
    await openCalendar();
    expect(popover().getBoundingClientRect().width).toBeCloseTo(248.8, 0);
    // While the calendar fades in, contrasts are lower.
    await expect.poll(() => document.getAnimations()).toEqual([]);
    const { violations } = await axe.run(popover(), { rules: { region: { enabled: false } } });
    expect(violations.map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html).join(" ")}`)).toEqual([]);
  });

  test("a field that is only read has none", async () => {
    await renderComponent(<Form value={start} readOnly />);
    expect(calendarButton().matches(":disabled")).toBe(true);
  });
});

test("a calendar that was opened before hydration is open after it", async () => {
  const i18n = await loadI18n("en");
  const rendered = (
    <TestProviders i18n={i18n}>
      <Form value={start} />
    </TestProviders>
  );
  const root = document.body.appendChild(document.createElement("div"));
  root.innerHTML = renderToString(rendered);
  expect(field().value).toBe("15/03/2024");
  calendarButton().click();
  const hydrated = hydrateRoot(root, rendered, {
    onRecoverableError: (error) => expect.fail(String(error)),
  });
  await expect.poll(focusedDay).toBe("2024-03-15");
  expect(field().value).toBe("15/03/2024");
  hydrated.unmount();
  root.remove();
});

test.each(languages)(
  "the placeholder fits into the narrowest filter of a phone ($name)",
  async (language) => {
    const { key, fontScale = 1 } = language;
    await page.viewport(390, 844);
    await renderComponent(
      <div style={{ width: `calc(10rem * ${fontScale})` }}>
        <DateInput id="date" value={null} onChange={changed} />
      </div>,
      key,
    );
    await document.fonts.ready;
    field().style.fontSize = getComputedStyle(field(), "::placeholder").fontSize;
    field().value = field().placeholder;
    expect(field().scrollWidth).toBeLessThanOrEqual(field().clientWidth);
  },
);
