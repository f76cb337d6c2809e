import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { languageInfo, languages } from "#i18n/languages.ts";
import { renderComponent } from "../../../testing/render.tsx";
import "../styles/app.css";
import { LanguageSwitcher } from "./language-switcher.tsx";
import { loadI18n } from "../../../testing/components/providers.tsx";
import { otherLanguage } from "../../../testing/languages.ts";

const { key: current, name } = languageInfo(otherLanguage);
const trigger = () => page.getByRole("button", { name: new RegExp(name) });

test.runIf(languages.length === 1)("one language needs no menu", async () => {
  const { container } = await renderComponent(<LanguageSwitcher />);
  expect(container).toBeEmptyDOMElement();
});

test.skipIf(languages.length === 1)(
  "the button shows the current language's name, and the menu lists every language by both names",
  async () => {
    await renderComponent(<LanguageSwitcher />, current);
    expect((trigger().element() as HTMLElement).innerText).toBe(name);
    await trigger().click();
    const { t } = await loadI18n(current);
    const items = page.getByRole("menuitemradio").elements();
    expect(items.map(({ textContent }) => textContent)).toEqual(
      languages.map((each) => t(`common:languages.${each.key}`) + each.name),
    );
    expect(items.map((item) => item.getAttribute("aria-checked"))).toEqual(
      languages.map(({ key }) => String(key === current)),
    );
  },
);

test.skipIf(languages.length === 1)("in icon-only mode the button has an icon and no text", async () => {
  await renderComponent(<LanguageSwitcher isIconOnly />, current);
  expect((trigger().element() as HTMLElement).innerText).toBe("");
  expect(trigger().element().querySelector("svg")).not.toBeNull();
});
