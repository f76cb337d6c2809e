import { attachDevice, type Device } from "./support/device.ts";
import { axeViolations, openHydrated, tabTo, toast } from "./support/interactions.ts";
import { ageConfirmations } from "./support/people.ts";
import { userAccount, userHome } from "./support/places.ts";
import { expect, test } from "./support/test.ts";

/** Passkeys, with an authenticator that Chromium simulates. */

/** Whether the device's user responds at once; if not, an autofill offer stays open. */
const setPresent = ({ client, authenticatorId }: Device, enabled: boolean) =>
  client.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled });

test("a passkey is added and named, signs in, is renamed, and is removed from the account and the device", async ({
  signedIn,
  server,
  expectProblem,
}) => {
  expectProblem(/status of 401/);
  const { page, email } = await signedIn();
  await page.emulateMedia({ reducedMotion: "reduce" });
  const device = await attachDevice(page);

  await page.goto(userAccount);
  const card = page.getByRole("region", { name: "Passkeys" });
  await card.getByText("Log in with your fingerprint").waitFor();
  await card.getByRole("button", { name: "Add a passkey" }).click();
  await toast(page, "Passkey added").waitFor();
  const naming = page.getByRole("dialog", { name: "Name your passkey" });
  const field = naming.getByRole("textbox", { name: "Name" });
  expect(await field.inputValue()).toBe("Chrome on Linux");
  await field.fill("");
  await field.press("Enter");
  await naming.getByText("Name is required").waitFor();
  await field.fill(" Ada\u2019s laptop ");
  await field.press("Enter");
  await toast(page, "Name saved").waitFor();
  const row = card.getByRole("listitem").filter({ hasText: "Ada\u2019s laptop" });
  await row.getByText("Never used").waitFor();
  expect((await server.mail.waitFor(email)).subject).toBe("A passkey was added to your account");
  expect(await axeViolations(page)).toEqual([]);
  await card.getByRole("button", { name: "Add a passkey" }).click();
  await toast(page, "You already have a passkey on this device").waitFor();

  await setPresent(device, false);
  await page.context().clearCookies();
  await page.goto(`/login?redirect=${encodeURIComponent(userAccount)}`);
  await page.locator("#email:focus").waitFor();
  await tabTo(page, "Log in with a passkey");
  await setPresent(device, true);
  await page.keyboard.press("Enter");
  await page.waitForURL(userAccount);
  await row.getByText("Last used now").waitFor();

  await row.getByRole("button", { name: "Rename Ada\u2019s laptop" }).click();
  await field.fill("Old laptop");
  await field.press("Enter");
  const renamed = card.getByRole("listitem").filter({ hasText: "Old laptop" });
  await renamed.waitFor();
  await renamed.getByRole("button", { name: "Remove Old laptop" }).press("Enter");
  const question = page.getByRole("dialog", { name: "Remove this passkey?" });
  await question.getByRole("button", { name: "Remove" }).press("Enter");
  await toast(page, "Passkey removed").waitFor();
  await question.waitFor({ state: "hidden" });
  expect(await card.getByRole("listitem").count()).toBe(0);
  expect((await server.mail.waitFor(email)).subject).toBe("A passkey was removed from your account");

  // The device has deleted it too.
  const credentials = () => device.client.send("WebAuthn.getCredentials", device);
  await expect.poll(async () => (await credentials()).credentials).toEqual([]);
});

test("the email field's autofill offers passkeys, and canceling shows a neutral message", async ({
  newPageOf,
  server,
}) => {
  const page = await newPageOf({ name: null, onboarded: false });
  const device = await attachDevice(page);
  await page.goto("/onboarding");
  await page.locator("#name").fill("Ada");
  await page.keyboard.press("Enter");
  await page.waitForURL(userHome);
  await page.goto(userAccount);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByRole("dialog", { name: "Name your passkey" }).waitFor();

  await device.client.send("WebAuthn.setUserVerified", { ...device, isUserVerified: false });
  await page.context().clearCookies();
  await page.goto("/login");
  expect(await page.locator("#email").getAttribute("autocomplete")).toBe("username webauthn");
  await page.getByRole("button", { name: "Log in with a passkey" }).click();
  await page.getByRole("alert").getByText("No passkey was used.").waitFor();
  await device.client.send("WebAuthn.setUserVerified", { ...device, isUserVerified: true });
  await page.goto(`/login?redirect=${encodeURIComponent(userAccount)}`);
  await page.waitForURL(userAccount);
  expect(new URL(page.url()).origin).toBe(server.url);
});

test("without JavaScript or passkey support, the page has no passkey buttons", async ({
  newPage,
  addPerson,
  signIn,
}) => {
  const { email } = await addPerson();
  const noScript = await newPage({ javaScript: false });
  const old = await newPage();
  await old.addInitScript(() => Reflect.deleteProperty(window, "PublicKeyCredential"));
  for (const page of [noScript, old]) {
    await page.goto("/login");
    await page.locator("#email").waitFor();
    expect(await page.getByRole("button", { name: "Log in with a passkey" }).count()).toBe(0);
  }
  await signIn(noScript.context(), email);
  await noScript.goto(userAccount);
  const card = noScript.getByRole("region", { name: "Passkeys" });
  await card.getByText("This browser doesn’t support passkeys.").waitFor();
  expect(await card.getByRole("button").count()).toBe(0);
});

test("a passkey confirms that it's the user, and their action goes on", async ({
  signedIn,
  server,
  expectProblem,
}) => {
  expectProblem(/status of 403/);
  const { page, email } = await signedIn();
  await attachDevice(page);
  await openHydrated(page, userAccount);
  const card = page.getByRole("region", { name: "Passkeys" });
  await card.getByRole("button", { name: "Add a passkey" }).click();
  const naming = page.getByRole("dialog", { name: "Name your passkey" });
  await naming.getByRole("textbox", { name: "Name" }).fill("Laptop");
  await page.keyboard.press("Enter");
  await card.getByText("Never used").waitFor();
  await ageConfirmations(server.connection, email);

  await card.getByRole("button", { name: "Remove Laptop" }).press("Enter");
  const question = page.getByRole("dialog", { name: "Remove this passkey?" });
  await question.getByRole("button", { name: "Remove" }).press("Enter");
  const confirm = page.getByRole("dialog", { name: "Confirm that it’s you" });
  const button = confirm.getByRole("button", { name: "Use a passkey" });
  await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await axeViolations(page)).toEqual([]);
  await button.press("Enter");
  await toast(page, "Passkey removed").waitFor();
  await question.waitFor({ state: "hidden" });
});
