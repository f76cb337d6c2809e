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

/** A form that submits the input's value. */
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
        Set to 100
      </button>
    </form>
  );
}

const field = () => page.getByRole("textbox").element() as HTMLInputElement;
const button = (name: string) =>
  document.querySelector<HTMLButtonElement>(`button[aria-label="${name}"]`) ??
  expect.fail(`There is no button "${name}"`);
const announcement = () => document.querySelector("[role=status]")?.textContent;

async function type(text: string) {
  await userEvent.clear(field());
  await userEvent.type(field(), text);
}

afterEach(() => vi.clearAllMocks());

describe("typing an amount in cents", () => {
  test("the value changes while typing, and blur reformats the text", async () => {
    await renderComponent(<Form inCents />);
    await type("1234.5");
    expect(changed.mock.lastCall).toEqual([123450]);
    expect(field().value).toBe("1234.5");
    await userEvent.tab();
    expect(field().value).toBe("1,234.50");
    expect(left).toHaveBeenCalledOnce();
  });

  test("Enter reformats the text and submits the value", async () => {
    await renderComponent(<Form inCents value={100} />);
    await type("1.005{Enter}");
    expect(submitted.mock.calls).toEqual([[101, "1.01"]]);
  });

  test("an emptied input is null", async () => {
    await renderComponent(<Form inCents value={100} />);
    await userEvent.clear(field());
    expect(changed.mock.calls).toEqual([[null]]);
    await userEvent.tab();
    expect(field().value).toBe("");
  });

  test("invalid text is reverted to the last number", async () => {
    await renderComponent(<Form inCents value={4250} />);
    await type("x");
    await userEvent.tab();
    expect(field().value).toBe("");
    await type("7e{Enter}");
    expect(field().value).toBe("7.00");
    expect(submitted.mock.lastCall).toEqual([700, "7.00"]);
  });

  test("a value from outside replaces the typed text", async () => {
    await renderComponent(<Form inCents value={4250} />);
    await userEvent.type(field(), "x");
    (page.getByRole("button", { name: "Set to 100" }).element() as HTMLElement).click();
    await expect.poll(() => field().value).toBe("1.00");
  });

  test.each<[Language, string, string]>([
    ["en", "1,234.56", "1,234.56"],
    ["fr", "1 234,56", "1\u202f234,56"], // optional: fr
    ["sw", "1,234.56", "1,234.56"], // optional: sw
  ])("%s: pasting %j shows %j", async (language, pasted, shown) => {
    await renderComponent(<Form inCents />, language);
    await userEvent.fill(field(), pasted);
    expect(changed.mock.calls).toEqual([[123456]]);
    await userEvent.click(field());
    await userEvent.tab();
    expect(field().value).toBe(shown);
  });

  test("Arabic digits and separators can be pasted, and the shown text is parsed again", async () => {
    await renderComponent(<Form inCents locale="ar" />);
    await userEvent.fill(field(), "١٬٢٣٤٫٥٦");
    expect(changed.mock.calls).toEqual([[123456]]);
    await userEvent.click(field());
    await userEvent.tab();
    const shown = field().value;
    await userEvent.fill(field(), `${shown} `);
    expect(changed).toHaveBeenCalledOnce();
  });

  test("the locale prop overrides the interface language", async () => {
    await renderComponent(<Form inCents value={123456} locale="fr" />);
    expect(field().value).toBe("1\u202f234,56");
    await type("2,5");
    expect(changed.mock.lastCall).toEqual([250]);
  });

  test.each([true, false])("uses the decimal keyboard (cents: %s)", async (inCents) => {
    await renderComponent(<Form inCents={inCents} />);
    expect(field().inputMode).toBe("decimal");
  });

  test("after any text, the input has its last number or a new one", async () => {
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

describe("typing a number", () => {
  test.each<[Language, string, string]>([
    ["en", "1234.5", "1,234.5"],
    ["fr", "1234,5", "1\u202f234,5"], // optional: fr
    ["sw", "1234.5", "1,234.5"], // optional: sw
  ])("%s: Enter commits %j and formats it as %j", async (language, typed, shown) => {
    await renderComponent(<Form />, language);
    await type(`${typed}{Enter}`);
    expect(submitted.mock.calls).toEqual([[1234.5, shown]]);
    expect(field().value).toBe(shown);
  });

  test("an emptied input is null", async () => {
    await renderComponent(<Form value={5} />);
    await userEvent.clear(field());
    expect(changed.mock.calls).toEqual([[null]]);
  });
});

describe("steps", () => {
  test("the arrow keys step by one as shown, from the typed number", async () => {
    await renderComponent(<Form inCents value={100} />);
    await type("2.5");
    await userEvent.keyboard("{ArrowUp}{ArrowUp}{ArrowDown}{ArrowUp}");
    expect(field().value).toBe("4.50");
    expect(changed.mock.lastCall).toEqual([450]);
    expect(announcement()).toBe("4.50");
  });

  test("steps start from zero", async () => {
    await renderComponent(<Form />);
    await userEvent.click(field());
    await userEvent.keyboard("{ArrowUp}{ArrowUp}");
    expect(changed.mock.calls).toEqual([[1], [2]]);
  });

  test.each(["classic", "mobile"] as const)("%s buttons step without taking the focus", async (steppers) => {
    await renderComponent(<Form value={5} steppers={steppers} />);
    await userEvent.click(field());
    await userEvent.click(button("Increase"));
    await userEvent.click(button("Increase"));
    await userEvent.click(button("Decrease"));
    expect(changed.mock.calls).toEqual([[6], [7], [6]]);
    expect(document.activeElement).toBe(field());
    expect(announcement()).toBe("6");
  });

  test("classic buttons are stacked at the end, mobile ones are before and after the input", async () => {
    const boxes = () =>
      [field(), button("Increase"), button("Decrease")].map((element) => element.getBoundingClientRect());
    const middle = ({ x, width }: DOMRect) => x + width / 2;
    const { unmount } = await renderComponent(<Form value={5} steppers="classic" />);
    const [classic, up, down] = boxes() as [DOMRect, DOMRect, DOMRect];
    expect(up.bottom).toBeLessThanOrEqual(down.top);
    expect(middle(up)).toBe(middle(down));
    expect(middle(up)).toBeGreaterThan(middle(classic));
    await unmount();
    await renderComponent(<Form value={5} steppers="mobile" />);
    const [input, plus, minus] = boxes() as [DOMRect, DOMRect, DOMRect];
    expect(minus.right).toBeLessThanOrEqual(input.left);
    expect(plus.left).toBeGreaterThanOrEqual(input.right);
  });

  test.each([{ disabled: true }, { readOnly: true }])("no steps with %o", async (state) => {
    for (const steppers of ["classic", "mobile"] as const) {
      const { unmount } = await renderComponent(<Form value={5} steppers={steppers} {...state} />);
      expect(button("Increase").disabled && button("Decrease").disabled).toBe(true);
      field().focus();
      await userEvent.keyboard("{ArrowUp}");
      expect(field().value).toBe("5");
      await unmount();
    }
  });

  test("each stacked button has a target of 24 px, without a taller input", async () => {
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
