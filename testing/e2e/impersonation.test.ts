import type { Page } from "playwright-core";
import { brand } from "#brand/brand.ts";
import { axeViolations } from "./support/interactions.ts";
import { type Person, query } from "./support/people.ts";
import { userAccount, userHome } from "./support/places.ts";
import { expect, test } from "./support/test.ts";
import { rightToLeft } from "../languages.ts";
import { sendOperation } from "../operations.ts";
import { redisUrl } from "../redis.ts";

/* An administrator acts as a user: the banner, what stays out of reach, and the ways in which it ends. */

const banner = (page: Page) => page.locator(".impersonation-banner");

/** Starts an impersonation on the user's page. */
async function start(page: Page, person: Person) {
  await page.goto(`/manager/users/${person.id}`);
  await page.getByRole("button", { name: "Impersonate" }).click();
  const dialog = page.getByRole("dialog", { name: `Impersonate ${person.name}` });
  expect(await axeViolations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Impersonate" }).click();
  await page.waitForURL(userHome);
  await banner(page).waitFor();
}

test("an administrator sees the product as the user, changes nothing that only the user may, and returns to their page", async ({
  newPageOf,
  addPerson,
  expectProblem,
}) => {
  expectProblem(/status of 403/);
  const page = await newPageOf({ role: "admin", name: "Ada Admin" });
  const person = await addPerson({ name: "Uma User" });
  await start(page, person);
  await banner(page).getByText(`You see ${brand.name} as Uma User`).first().waitFor();
  await banner(page)
    .getByText(/^(59|60) minutes left$/)
    .waitFor();
  expect(await axeViolations(page)).toEqual([]);

  await page.goto("/manager/users");
  await page.getByText("You do not have access to this page").waitFor();
  await page.getByText('Choose "Stop" at the top of the page').waitFor();
  expect(await page.getByText("Ask an administrator").count()).toBe(0);
  expect(await banner(page).isVisible()).toBe(true);

  await page.goto(userAccount);
  await page.getByText("you can’t change their email").waitFor();
  for (const name of ["Change your email", "Download my data", "Delete my account"])
    expect([name, await page.getByText(name, { exact: true }).count()]).toEqual([name, 0]);
  await page.getByText("An administrator", { exact: true }).waitFor();
  expect((await page.request.get("/api/account/download")).ok()).toBe(false);
  expect(await axeViolations(page)).toEqual([]);

  await banner(page).getByRole("button", { name: "Stop" }).press("Enter");
  await page.waitForURL(`**/manager/users/${person.id}`);
  await page.getByRole("heading", { name: "Uma User" }).waitFor();
  expect(await banner(page).count()).toBe(0);
});

test("Stop works without JavaScript, and covers nothing at 320 px from right to left", async ({
  newPageOf,
  newPage,
  addPerson,
}) => {
  const page = await newPageOf({ role: "admin" });
  const person = await addPerson({ name: "Uma User with a long name that takes several words" });
  await start(page, person);
  const plain = await newPage({ javaScript: false, language: rightToLeft, width: 320 });
  await plain.context().addCookies(await page.context().cookies());
  await plain.goto(userAccount);
  const box = await banner(plain).boundingBox();
  const main = await plain.locator("main").boundingBox();
  expect(main?.y ?? 0).toBeGreaterThanOrEqual((box?.y ?? 0) + (box?.height ?? 0));
  expect(await plain.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await banner(plain).getByRole("button").click();
  await plain.waitForURL(`**/manager/users/${person.id}`);
});

test("an administrator who is signed out elsewhere sees nothing of the user any more", async ({
  signedIn,
  addPerson,
  server,
}) => {
  const { page, email } = await signedIn({ role: "admin" });
  await start(page, await addPerson());
  await query(
    server.connection,
    `DELETE FROM session USING "user" WHERE "user".id = user_id AND email = $1`,
    [email],
  );
  // optional: redis
  // With Redis, the process learns of it a moment later.
  if (redisUrl)
    await expect.poll(async () => (await sendOperation(page.context(), "users/list")).status()).toBe(401);
  // end: redis
  await page.reload();
  await page.waitForURL("**/login?**");
});

test("an administrator who was demoted meanwhile has to log in after Stop", async ({
  signedIn,
  addPerson,
  server,
}) => {
  const { page, email } = await signedIn({ role: "admin" });
  await start(page, await addPerson());
  await query(server.connection, `UPDATE "user" SET role = 'user' WHERE email = $1`, [email]);
  await banner(page).getByRole("button", { name: "Stop" }).click();
  await page.waitForURL("**/login");
  const names = (await page.context().cookies()).map(({ name }) => name);
  expect(names.filter((name) => /session|administrator/.test(name))).toEqual([]);
});
