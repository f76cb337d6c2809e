import { query } from "../support/people.ts";
import { expect, testWithServer } from "../support/test.ts";

const test = testWithServer();

test("an error page shows the reference under which the log contains the error", async ({
  signedIn,
  newPage,
  server,
  expectProblem,
}) => {
  expectProblem(/500/);
  const { page, email } = await signedIn({ role: "admin" });
  const run = (statement: string) => query<{ id: string }>(server.connection, statement, []);
  // For a second attempt.
  await run("ALTER TABLE IF EXISTS lost RENAME TO book");
  await run("ALTER TABLE IF EXISTS lost_change RENAME TO email_change");
  await run("ALTER TABLE book RENAME TO lost");
  const navigation = page.getByRole("navigation", { name: "Main navigation" });
  const inManager = await page.goto("/manager/books/00000000-0000-4000-8000-000000000000");
  expect([inManager?.status(), await navigation.isVisible()]).toEqual([500, true]);
  await page.goto("/manager/users");
  await navigation.getByRole("link", { name: "Books" }).click();
  await page.getByRole("alert").getByText("Something went wrong").waitFor();
  await page.getByRole("button", { name: "Retry" }).waitFor();
  const response = await page.goto("/app/books");
  expect([response?.status(), await navigation.isVisible()]).toEqual([500, true]);
  const shown = await page.locator("main code").textContent();
  expect(shown).toContain("Something went wrong");
  await page.getByText("ERROR", { exact: true }).waitFor();
  for (const name of ["Try again", "Go back"])
    await page.getByRole("button", { name, exact: true }).waitFor();
  const reference = /Reference: (\S+)/.exec(shown ?? "")?.[1] ?? "none";
  await expect.poll(() => server.log()).toContain(reference);
  const [user] = await run(`SELECT id FROM "user" WHERE email = '${email}'`);
  await expect.poll(() => server.log()).toMatch(new RegExp(`"id":"${reference}".*"user":"${user?.id}"`));
  expect(await response?.text()).not.toContain("relation");

  await run("ALTER TABLE lost RENAME TO book");
  await run("ALTER TABLE email_change RENAME TO lost_change");
  const other = await newPage();
  const onLogin = await other.goto("/login/undo-email?token=x");
  expect([onLogin?.status(), await other.getByRole("heading").textContent()]).toEqual([
    500,
    "Something went wrong",
  ]);
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("heading", { name: "Books" }).waitFor();
});

test("a role that may enter no area gets 403 in App and in Manager", async ({
  signedIn,
  server,
  expectProblem,
}) => {
  expectProblem(/403/);
  const { page, email } = await signedIn();
  const run = (statement: string) => query(server.connection, statement, []);
  await run('ALTER TABLE "user" DROP CONSTRAINT IF EXISTS user_role_known');
  await run(`UPDATE "user" SET role = 'guest' WHERE email = '${email}'`);
  for (const path of ["/app", "/manager"]) {
    expect((await page.goto(path))?.status(), path).toBe(403);
    await page.getByText("You do not have access to this page").waitFor();
  }
});
