import { sendOperation } from "../operations.ts";
import { attachDevice } from "./support/device.ts";
import { axeViolations } from "./support/interactions.ts";
import { adminHome, userAccount } from "./support/places.ts";
import { expect, testWithServer } from "./support/test.ts";

/** AUTH_REQUIRE_PASSKEY=admin */

const test = testWithServer({ AUTH_REQUIRE_PASSKEY: "admin" });

test("an administrator is led to add a passkey, and later to confirm with it, before anything else", async ({
  newPageOf,
  expectProblem,
}) => {
  // The simulated device answers the autofill of the email field and the button.
  expectProblem(/status of 40[013]/);
  const page = await newPageOf({ role: "admin" });
  const context = page.context();
  const device = await attachDevice(page);

  const allowed = await sendOperation(context, "auth/listSessions");
  expect(allowed.status()).toBe(200);
  await page.goto("/manager/users?searchTerm=x");
  await page.waitForURL("/login/confirm?redirect=%2Fmanager%2Fusers%3FsearchTerm%3Dx");
  await page.getByText("Administrators need a passkey to log in.").waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.goto(userAccount);
  await page.waitForURL("/login/confirm?**");
  // optional: csv
  const exported = await context.request.get("/api/users.csv");
  expect(exported.status()).toBe(403);
  expect(await exported.json()).toMatchObject({ code: "PASSKEY_REQUIRED" });
  // end: csv
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.waitForURL(userAccount);
  await page.goto("/manager/users");
  await page.getByRole("heading", { name: "Users" }).waitFor();

  // The passkey is there when they sign in with a code again.
  await page.evaluate(() => fetch("/logout", { method: "POST", redirect: "manual" }));
  await page.goto("/login");
  // The device may answer the autofill before the click, and then there is no button any more.
  const click = page.getByRole("button", { name: "Log in with a passkey" }).click();
  click.catch(() => undefined);
  await expect.poll(() => new URL(page.url()).pathname).toBe(adminHome);
  expect((await device.client.send("WebAuthn.getCredentials", device)).credentials).toHaveLength(1);
});
