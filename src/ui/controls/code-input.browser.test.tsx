import { useState } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { renderComponent } from "../../../testing/render.tsx";
import "../styles/app.css";
import { CodeField, CodeInput } from "./code-input.tsx";

const input = () => page.getByLabelText("Code");

test("with a pattern for letters, other and excess characters are removed", async () => {
  await renderComponent(<CodeInput aria-label="Code" length={4} pattern={/^[A-Z]$/} />);
  await userEvent.fill(input(), "ab12CDe-FGHI");
  await expect.element(input()).toHaveValue("CDFG");
});

test("onChange gets the cleaned value", async () => {
  function Held() {
    const [value, setValue] = useState("");
    return (
      <CodeInput
        aria-label="Code"
        length={6}
        value={value}
        onChange={(event) => setValue(event.currentTarget.value)}
      />
    );
  }
  await renderComponent(<Held />);
  await userEvent.fill(input(), "٤٨٢ ٩١٣");
  await expect.element(input()).toHaveValue("482913");
});

test("its slots fit into a narrow place", async () => {
  await renderComponent(
    <div style={{ width: 200 }}>
      <CodeInput aria-label="Code" length={6} defaultValue="888888" />
    </div>,
  );
  expect(input().element().parentElement?.offsetWidth).toBeLessThanOrEqual(200);
  expect(input().element().scrollLeft).toBe(0);
});

const submitted = vi.fn<(code: unknown) => void>();
const field = () => page.getByLabelText("Code").element() as HTMLInputElement;

function send(event: React.SubmitEvent<HTMLFormElement>) {
  event.preventDefault();
  submitted(new FormData(event.currentTarget).get("code"));
}

const showField = () =>
  renderComponent(
    <form noValidate onSubmit={send}>
      <CodeField id="code" name="code" length={6} label="Code" hint="It expires soon" />
    </form>,
  );
afterEach(() => submitted.mockReset());

test("the last digit submits the form, once", async () => {
  await showField();
  await userEvent.type(field(), "48291");
  expect(submitted).not.toHaveBeenCalled();
  await userEvent.type(field(), "3");
  expect(submitted.mock.calls).toEqual([["482913"]]);
  await userEvent.type(field(), "{Backspace}4");
  expect(submitted).toHaveBeenCalledOnce();
});

test("the last digit doesn't submit a form that was submitted before, by its button or by Enter", async () => {
  await showField();
  await userEvent.type(field(), "482{Enter}");
  expect(submitted.mock.calls).toEqual([["482"]]);
  await userEvent.type(field(), "913");
  expect(submitted).toHaveBeenCalledOnce();
});

test("a code that was typed before hydration is submitted after it, but not one that the page came with", async () => {
  for (const [typed, calls] of [
    ["482 913", [["482 913"]]],
    ["", []],
  ] as const) {
    const form = (
      <form onSubmit={send}>
        <CodeField
          id="early"
          name="code"
          length={6}
          label="Early code"
          defaultValue={typed ? "" : "111111"}
        />
      </form>
    );
    const container = document.body.appendChild(document.createElement("div"));
    container.innerHTML = renderToString(form);
    const early = container.querySelector("input");
    if (early && typed) early.value = typed;
    const root = hydrateRoot(container, form);
    await expect
      .poll(() => Object.keys(early ?? {}).some((key) => key.startsWith("__reactProps")))
      .toBe(true);
    await expect.poll(() => submitted.mock.calls).toEqual(calls);
    submitted.mockReset();
    root.unmount();
    container.remove();
  }
});

test.each([
  ["spaces and a hyphen", " 482 - 913 "],
  ["Arabic digits", "\u0664\u0668\u0662\u0669\u0661\u0663"],
  ["Persian digits", "\u06f4\u06f8\u06f2\u06f9\u06f1\u06f3"],
  ["words around it", "Your code: 482913."],
  ["more than fits", "4829137"],
])("what is pasted with %s is the code", async (_, text) => {
  await showField();
  await userEvent.fill(field(), text);
  expect(field().value).toBe("482913");
  expect(submitted.mock.calls).toEqual([["482913"]]);
});

test("is a single input for assistive technology, autofill and phone keyboards", async () => {
  await showField();
  const input = field();
  expect(document.querySelectorAll("input")).toHaveLength(1);
  expect(input.autocomplete).toBe("one-time-code");
  expect(input.inputMode).toBe("numeric");
  expect(input.getAttribute("aria-describedby")).toBe("code-hint");
});

test("six digits fit in six slots without scrolling", async () => {
  await showField();
  await userEvent.fill(field(), "888888");
  expect(field().scrollLeft).toBe(0);
  expect(field().parentElement?.scrollLeft).toBe(0);
  expect(field().parentElement?.offsetWidth).toBeLessThanOrEqual(360);
  expect(field().parentElement?.style.getPropertyValue("--slots")).toBe("6");
});
