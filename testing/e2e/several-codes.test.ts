import { openHydrated } from "./support/interactions.ts";
import { enterCode, requestCode } from "./support/sign-in.ts";
import { userHome } from "./support/places.ts";
import { expect, test } from "./support/test.ts";

test.for([true, false])(
  "two tabs ask for codes of two emails, and each code works in its tab (JavaScript: %s)",
  async (javaScript, { newPage, server, addPerson, expectProblem }) => {
    expectProblem(/status of 400/);
    const [a, b] = [await addPerson(), await addPerson()];
    const tabA = await newPage({ javaScript });
    await requestCode(tabA, a.email);
    const tabB = await tabA.context().newPage();
    await requestCode(tabB, b.email);
    const codeOfA = await server.mail.codeFor(a.email);
    const codeOfB = await server.mail.codeFor(b.email);

    if (codeOfA !== codeOfB) {
      await enterCode(tabA, codeOfB);
      await tabA.locator("#code-error", { hasText: "Code is invalid" }).waitFor();
    }
    await enterCode(tabA, codeOfA);
    await tabA.waitForURL(userHome);
    // With scripts the other tab follows, because its browser is signed in now.
    if (!javaScript) await enterCode(tabB, codeOfB);
    await tabB.waitForURL(userHome);
    if (javaScript) return;
    await tabB.goto("/account");
    await tabB.getByText(b.email).first().waitFor();
  },
);

test("five tabs that ask for codes at once all keep theirs", async ({
  newPage,
  server,
  addPerson,
  expectProblem,
}) => {
  expectProblem(/status of 400/);
  const first = await newPage({
    live: true, // optional: live
  });
  const tabs = [first, ...(await Promise.all([1, 2, 3, 4].map(() => first.context().newPage())))];
  const people = await Promise.all(tabs.map(() => addPerson()));
  for (const [i, tab] of tabs.entries()) {
    await openHydrated(tab, "/login");
    await tab.locator("#email").fill(people[i]?.email ?? "");
  }
  await Promise.all(tabs.map((tab) => tab.locator("#email").press("Enter")));
  await Promise.all(tabs.map((tab) => tab.waitForURL("/login/verify?**")));
  for (const [i, tab] of tabs.entries()) {
    const email = people[i]?.email ?? "";
    const code = await server.mail.codeFor(email);
    await enterCode(tab, code === "000000" ? "111111" : "000000");
    await tab.locator("#code-error", { hasText: "Code is invalid" }).waitFor();
  }
});

test.for([true, false])(
  "of two mails, the page says which one counts when the code of the other is entered (JavaScript: %s)",
  async (javaScript, { newPage, server, addPerson, expectProblem }) => {
    expectProblem(/status of 400/);
    const { email } = await addPerson();
    const page = await newPage({ javaScript });
    await requestCode(page, email);
    const mail = await server.mail.waitFor(email);
    const first = /\b\d{6}\b/.exec(mail.text)?.[0] ?? "";
    const link = /\S+\/login\/link\?token=[\w-]+/.exec(mail.text)?.[0] ?? "";
    await page.goto(link);
    await page.getByRole("button", { name: "Send code" }).click();
    await page.waitForURL("/login/verify?**");
    const newest = await server.mail.codeFor(email);
    if (first !== newest) {
      for (let i = 0; i < 6; i++) {
        await enterCode(page, first);
        const error = page.locator("#code-error", { hasText: "A newer code replaced this one." });
        await error.waitFor();
        expect(await error.textContent()).toMatch(
          /Use the code in the newest email, sent at \d{1,2}:\d\d\s[AP]M( UTC)?\.$/,
        );
      }
    }
    await enterCode(page, newest);
    await page.waitForURL(userHome);
  },
);
