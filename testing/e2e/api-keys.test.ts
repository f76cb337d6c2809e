import { axeViolations, openHydrated, toast } from "./support/interactions.ts";
import { userAccount } from "./support/places.ts";
import { expect, test } from "./support/test.ts";

test("an API key is created, copied, used by a program, and revoked; its user sees that it is still used", async ({
  signedIn,
  server,
}) => {
  const { page, email } = await signedIn({ role: "admin" });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await openHydrated(page, userAccount);
  const card = page.getByRole("region", { name: "API keys" });
  await card.getByRole("button", { name: "Create an API key" }).click();
  const form = page.getByRole("dialog", { name: "Create an API key" });
  await form.getByRole("textbox", { name: "Name" }).fill("Backup script");
  await form.getByRole("button", { name: "Create key" }).click();
  await form.getByText("Choose at least one permission").waitFor();
  await form.getByRole("checkbox", { name: "Users: List" }).check();
  expect(await axeViolations(page)).toEqual([]);
  await form.getByRole("button", { name: "Create key" }).click();

  const shown = page.getByRole("dialog", { name: "Copy your API key" });
  await shown.waitFor();
  await page.keyboard.press("Escape");
  await shown.getByRole("button", { name: "Copy" }).click();
  await toast(page, "API key copied").waitFor();
  expect(await axeViolations(page)).toEqual([]);
  const key = await page.evaluate(() => navigator.clipboard.readText());
  expect(await shown.getByRole("textbox", { name: "API key" }).inputValue()).toBe(key);
  await shown.getByRole("button", { name: "Done" }).click();
  expect((await server.mail.waitFor(email)).subject).toBe("An API key was created for your account");

  const headers = { authorization: `Bearer ${key}` };
  const call = async (path: string, init: RequestInit = {}) =>
    (await fetch(new URL(path, server.url), { headers, ...init })).status;
  expect(await call("/api/rest/users")).toBe(200);
  expect(await call("/api/rest/activity")).toBe(403);
  expect(await call("/api/auth/sign-out", { method: "POST" })).toBe(403);

  const row = card.getByRole("listitem").filter({ hasText: "Backup script" }).first();
  await row.getByRole("button", { name: "Revoke Backup script" }).click();
  const question = page.getByRole("dialog", { name: "Revoke this API key?" });
  await question.getByRole("button", { name: "Revoke" }).click();
  await toast(page, "API key revoked").waitFor();
  await card.getByText("Backup script").waitFor({ state: "hidden" });
  expect(await call("/api/rest/users")).toBe(401);

  await openHydrated(page, userAccount);
  const warning = card.getByRole("list", { name: "Used after they ended" });
  await warning.getByRole("button", { name: "Used after it ended: now" }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await warning.getByRole("button", { name: "Dismiss Backup script" }).click();
  const dismissal = page.getByRole("dialog", { name: "Dismiss this warning?" });
  await dismissal.getByRole("button", { name: "Dismiss" }).click();
  await toast(page, "Warning dismissed").waitFor();
  await card.getByText("Backup script").waitFor({ state: "hidden" });
});
