import { expect, test } from "./support/test.ts";

/* The command palette. */

test("Ctrl K opens screens, finds records, changes the language and the theme, and logs out", async ({
  newPageOf,
}) => {
  const page = await newPageOf({ role: "admin" });
  await page.goto("/manager/users");
  const palette = page.getByRole("dialog").getByRole("combobox");
  const choose = async (text: string, option: string) => {
    // Once: pressed again, the keys close the palette.
    await page.keyboard.press("Control+K");
    await palette.fill(text);
    await page.getByRole("option", { name: option }).first().waitFor();
    await page.keyboard.press("Enter");
    await palette.waitFor({ state: "detached" });
  };
  await choose("accou", "Account");
  await page.waitForURL("/manager/account");
  await choose("user@example", "user@example.com");
  await page.waitForURL(/\/manager\/users\/./);
  await choose("dark", "Dark");
  expect(await page.locator("html").getAttribute("data-theme")).toBe("dark");
  // optional: fr
  await choose("francais", "French");
  await page.locator("aside").getByRole("link", { name: "Utilisateurs" }).waitFor();
  await choose("anglais", "Anglais");
  // end: fr
  await choose("log out", "Log out");
  await page.getByRole("dialog").getByRole("button", { name: "Confirm" }).click();
  await page.waitForURL("/login");
});
