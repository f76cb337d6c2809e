import { renderToStaticMarkup } from "react-dom/server";
import { expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";
import { loadI18n, TestProviders } from "../../../testing/components/providers.tsx";
import { renderComponent } from "../../../testing/render.tsx";
import "../styles/app.css";
import { setTheme } from "./theme.ts";
import { ThemeSwitcher } from "./theme-switcher.tsx";

test("the menu has the three themes, the current one is checked, and the button has its icon", async () => {
  onTestFinished(() => localStorage.clear());
  await renderComponent(<ThemeSwitcher />);
  const trigger = page.getByRole("button", { name: /^Theme/ });
  const icon = () => trigger.element().querySelector("svg")?.innerHTML;
  const icons = new Set<string | undefined>();
  for (const [theme, name] of [
    ["system", "System"],
    ["light", "Light"],
    ["dark", "Dark"],
  ] as const) {
    setTheme(theme);
    await expect.element(trigger).toHaveAccessibleName(`Theme: ${name}`);
    icons.add(icon());
    const items = [...document.querySelectorAll("[role=menuitemradio]")];
    expect(items.map((item) => `${item.textContent} ${item.getAttribute("aria-checked")}`)).toEqual(
      ["System", "Light", "Dark"].map((each) => `${each} ${each === name}`),
    );
  }
  expect(icons.size).toBe(3);
});

test("the server renders an empty placeholder", async () => {
  const html = renderToStaticMarkup(
    <TestProviders i18n={await loadI18n("en")}>
      <ThemeSwitcher />
    </TestProviders>,
  );
  expect(html).toMatch(/^<span class="[^"]*"><\/span>$/);
});
