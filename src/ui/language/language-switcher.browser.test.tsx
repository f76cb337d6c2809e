import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { languages } from "#i18n/languages.ts";
import { renderComponent } from "../../../testing/render.tsx";
import "../styles/app.css";
import { LanguageSwitcher } from "./language-switcher.tsx";

const trigger = () => page.getByRole("button", { name: "Langue: Français" });

test("the button shows the current language's name, and the menu lists every language by both names", async () => {
  await renderComponent(<LanguageSwitcher />, "fr");
  expect((trigger().element() as HTMLElement).innerText).toBe("Français");
  await trigger().click();
  const items = page.getByRole("menuitemradio").elements();
  expect(items.map(({ textContent }) => textContent)).toEqual([
    "AnglaisEnglish",
    "FrançaisFrançais",
    "Arabeالعربية",
    "SwahiliKiswahili",
  ]);
  expect(items.map((item) => item.getAttribute("aria-checked"))).toEqual(
    languages.map(({ key }) => String(key === "fr")),
  );
});

test("in icon-only mode the button has an icon and no text", async () => {
  await renderComponent(<LanguageSwitcher isIconOnly />, "fr");
  expect((trigger().element() as HTMLElement).innerText).toBe("");
  expect(trigger().element().querySelector("svg")).not.toBeNull();
});
