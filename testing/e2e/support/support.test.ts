import { startServer } from "./server.ts";
import { expect, newAddress, test } from "./test.ts";

test.for([true, false])(
  "signs in through the form and a real mail (JavaScript: %s)",
  async (javaScript, { newPage, addPerson, signIn }) => {
    const page = await newPage({ javaScript });
    await signIn(page, (await addPerson()).email);
    expect(new URL(page.url()).pathname).toBe("/app");
  },
);

test("signs in with requests only", async ({ newPage, addPerson, signIn }) => {
  const page = await newPage();
  await signIn(page.context(), (await addPerson({ role: "admin" })).email);
  await page.goto("/manager/dashboard");
  expect(new URL(page.url()).pathname).toBe("/manager/dashboard");
});

test("a new user must enter a name", async ({ newPage, signIn }) => {
  const page = await newPage();
  await signIn(page, newAddress());
  expect(new URL(page.url()).pathname).toBe("/onboarding");
});

test("a page has the requested language, theme and width", async ({ newPage }) => {
  const page = await newPage({ language: "ar", theme: "dark", width: 390 });
  await page.goto("/login");
  expect(await page.locator("html").getAttribute("lang")).toBe("ar");
  expect(await page.locator("html").getAttribute("data-theme")).toBe("dark");
  expect(await page.evaluate(() => innerWidth)).toBe(390);
});

test("a separate server starts, is killed, restarts with its data, and stops", async () => {
  const first = await startServer({ AUTH_SIGNUP: "off" });
  const { email } = await first.addPerson();
  await first.kill();
  const second = await startServer({ DATA_DIR: first.dataDir });
  await expect(second.addPerson({ email })).rejects.toThrow("user_email_unique");
  expect(await second.stop()).toBe(0);
  await first.stop();
});
