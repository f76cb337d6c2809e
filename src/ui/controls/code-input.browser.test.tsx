import { useState } from "react";
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { renderComponent } from "../../../testing/render.tsx";
import "../styles/app.css";
import { CodeInput } from "./code-input.tsx";

const input = () => page.getByLabelText("Code");

test("with a pattern for letters, other and excess characters are removed", async () => {
  await renderComponent(<CodeInput aria-label="Code" length={4} pattern={/^[A-Z]$/} />);
  await userEvent.fill(input(), "ab12CDe-FGHI");
  await expect.element(input()).toHaveValue("CDFG");
});

test("it is complete each time that the last character is there", async () => {
  const complete = vi.fn<() => void>();
  await renderComponent(<CodeInput aria-label="Code" length={2} onComplete={complete} />);
  await userEvent.type(input(), "1");
  expect(complete).not.toHaveBeenCalled();
  await userEvent.type(input(), "2{Backspace}3");
  expect(complete).toHaveBeenCalledTimes(2);
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
