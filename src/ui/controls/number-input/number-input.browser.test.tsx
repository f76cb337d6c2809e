import fc from "fast-check";
import { useState, type ComponentProps } from "react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { Language } from "#i18n/languages.ts";
import { renderComponent } from "../../../../testing/render.tsx";
import "../../styles/app.css";
import { FieldLabel } from "../field.tsx";
import { NumberInput } from "./number-input.tsx";

const changed = vi.fn<(value: number | null) => void>();
const left = vi.fn<() => void>();
const submitted = vi.fn<(value: number | null, text: unknown) => void>();

/** A form around the field that submits what it holds. */
function Form({ value: start, ...props }: Partial<ComponentProps<typeof NumberInput>>) {
  const [value, setValue] = useState(start ?? null);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submitted(value, new FormData(event.currentTarget).get("price"));
      }}
    >
      <FieldLabel htmlFor="price">Price</FieldLabel>
      <NumberInput
        id="price"
        name="price"
        {...props}
        value={value}
        onBlur={left}
        onChange={(next) => {
          changed(next);
          setValue(next);
        }}
      />
      <button type="button" onClick={() => setValue(100)}>
        Elsewhere
      </button>
    </form>
  );
}

const field = () => page.getByRole("textbox").element() as HTMLInputElement;
const button = (name: string) =>
  document.querySelector<HTMLButtonElement>(`button[aria-label="${name}"]`) ??
  expect.fail(`There is no button "${name}"`);
const announced = () => document.querySelector("[role=status]")?.textContent;

async function type(text: string) {
  await userEvent.clear(field());
  await userEvent.type(field(), text);
}

afterEach(() => vi.clearAllMocks());

describe("typing an amount in cents", () => {
  test("the value is in cents while one types, and the text is written anew when the field is left", async () => {
    await renderComponent(<Form inCents />);
    await type("1234.5");
    expect(changed.mock.lastCall).toEqual([123450]);
    expect(field().value).toBe("1234.5");
    await userEvent.tab();
    expect(field().value).toBe("1,234.50");
    expect(left).toHaveBeenCalledOnce();
  });

  test("Enter writes the text anew and submits the value", async () => {
    await renderComponent(<Form inCents value={100} />);
    await type("1.005{Enter}");
    expect(submitted.mock.calls).toEqual([[101, "1.01"]]);
  });

  test("an emptied field is null", async () => {
    await renderComponent(<Form inCents value={100} />);
    await userEvent.clear(field());
    expect(changed.mock.calls).toEqual([[null]]);
    await userEvent.tab();
    expect(field().value).toBe("");
  });

  test("what is no number gives way to the last number", async () => {
    await renderComponent(<Form inCents value={4250} />);
    await type("x");
    await userEvent.tab();
    expect(field().value).toBe("");
    await type("7e{Enter}");
    expect(field().value).toBe("7.00");
    expect(submitted.mock.lastCall).toEqual([700, "7.00"]);
  });

  test("a value from elsewhere takes the place of what is half typed", async () => {
    await renderComponent(<Form inCents value={4250} />);
    await userEvent.type(field(), "x");
    (page.getByRole("button", { name: "Elsewhere" }).element() as HTMLElement).click();
    await expect.poll(() => field().value).toBe("1.00");
  });

  test.each<[Language, string, string]>([
    ["en", "1,234.56", "1,234.56"],
    ["fr", "1 234,56", "1\u202f234,56"],
    ["sw", "1,234.56", "1,234.56"],
  ])("in %s %j is pasted and becomes %j", async (language, pasted, shown) => {
    await renderComponent(<Form inCents />, language);
    await userEvent.fill(field(), pasted);
    expect(changed.mock.calls).toEqual([[123456]]);
    await userEvent.click(field());
    await userEvent.tab();
    expect(field().value).toBe(shown);
  });

  test("in Arabic Arabic digits and signs are pasted, and what is shown is read again", async () => {
    await renderComponent(<Form inCents />, "ar");
    await userEvent.fill(field(), "١٬٢٣٤٫٥٦");
    expect(changed.mock.calls).toEqual([[123456]]);
    await userEvent.click(field());
    await userEvent.tab();
    const shown = field().value;
    await userEvent.fill(field(), `${shown} `);
    expect(changed).toHaveBeenCalledOnce();
  });

  test("a locale that is given wins over the interface language", async () => {
    await renderComponent(
      <Form inCents value={123456} locale="fr" format={{ style: "currency", currency: "EUR" }} />,
    );
    expect(field().value).toBe("1\u202f234,56\u00a0€");
    await type("2,5 €");
    expect(changed.mock.lastCall).toEqual([250]);
  });

  test("a phone shows its keyboard for decimals", async () => {
    await renderComponent(<Form inCents />);
    expect(field().inputMode).toBe("decimal");
  });

  test("whatever is typed, the field keeps its last number or has a new one", async () => {
    await renderComponent(<Form inCents value={4250} />);
    const texts = fc.sample(fc.string({ unit: fc.constantFrom(..."0123456789.,-e €x") }), 40);
    for (const text of texts) {
      await userEvent.fill(field(), text);
      field().focus();
      field().blur();
      await expect.poll(() => field().value).toMatch(/^(-?[\d,]+\.\d\d)?$/);
    }
    for (const [value] of changed.mock.calls)
      expect(value === null || Number.isSafeInteger(value)).toBe(true);
  });
});

describe("steps", () => {
  test("the arrow keys step by what is shown as one, from what was typed last", async () => {
    await renderComponent(<Form inCents value={100} />);
    await type("2.5");
    await userEvent.keyboard("{ArrowUp}{ArrowUp}{ArrowDown}{ArrowUp}");
    expect(field().value).toBe("4.50");
    expect(changed.mock.lastCall).toEqual([450]);
    expect(announced()).toBe("4.50");
  });

  test("tenths add up to tenths, from nothing as from zero", async () => {
    await renderComponent(<Form step={0.1} />);
    await userEvent.click(field());
    await userEvent.keyboard("{ArrowUp}{ArrowUp}{ArrowUp}");
    expect(changed.mock.calls).toEqual([[0.1], [0.2], [0.3]]);
  });

  test.each(["classic", "mobile"] as const)(
    "%s buttons step, and leave the focus where it is",
    async (steppers) => {
      await renderComponent(<Form value={5} steppers={steppers} />);
      await userEvent.click(field());
      await userEvent.click(button("Increase"));
      await userEvent.click(button("Increase"));
      await userEvent.click(button("Decrease"));
      expect(changed.mock.calls).toEqual([[6], [7], [6]]);
      expect(document.activeElement).toBe(field());
      expect(announced()).toBe("6");
    },
  );

  test("a button that is held steps until the end, and no further", async () => {
    await renderComponent(<Form value={1} max={4} steppers="mobile" />);
    const plus = button("Increase");
    plus.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, button: 0 }));
    await expect.poll(() => field().value).toBe("4");
    expect(plus.disabled).toBe(true);
    window.dispatchEvent(new PointerEvent("pointerup"));
    expect(changed.mock.calls).toEqual([[2], [3], [4]]);
  });

  test("they end at the limits, which do not change what is typed", async () => {
    await renderComponent(<Form value={9} min={0} max={10} step={5} steppers="classic" />);
    await userEvent.click(field());
    await userEvent.keyboard("{ArrowUp}{ArrowUp}");
    expect(field().value).toBe("10");
    expect(button("Increase").disabled).toBe(true);
    await type("-3{Enter}");
    expect(submitted.mock.calls).toEqual([[-3, "-3"]]);
    expect(button("Decrease").disabled).toBe(true);
    await userEvent.keyboard("{ArrowUp}");
    expect(field().value).toBe("2");
  });

  test.each([{ disabled: true }, { readOnly: true }])("none with %o", async (state) => {
    for (const steppers of ["classic", "mobile"] as const) {
      const { unmount } = await renderComponent(<Form value={5} steppers={steppers} {...state} />);
      expect(button("Increase").disabled && button("Decrease").disabled).toBe(true);
      field().focus();
      await userEvent.keyboard("{ArrowUp}");
      expect(field().value).toBe("5");
      await unmount();
    }
  });

  test("each stacked button is hit on 24 px, without a taller field", async () => {
    await renderComponent(
      <div style={{ padding: 40 }}>
        <Form value={5} steppers="classic" />
      </div>,
    );
    for (const name of ["Increase", "Decrease"]) {
      const { x, y, width } = button(name).getBoundingClientRect();
      const isHit = (at: number) =>
        document.elementFromPoint(x + width / 2, at)?.closest("button") === button(name);
      const hits = Array.from({ length: 400 }, (_, step) => isHit(y - 30 + step / 4)).filter(Boolean);
      expect(hits.length / 4).toBeGreaterThanOrEqual(23.75);
    }
  });
});
