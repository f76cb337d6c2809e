import type { Page } from "playwright-core";
import { findingsOfAxe, tabTo } from "./support/look.ts";
import { becomeAlive } from "./support/open.ts";
import { expect, newAddress, test } from "./support/test.ts";

/**
 * Every screen, in every language, both themes and directions, on a phone and on a desk: nothing wider than the screen, no
 * text missing, no finding of axe.
 */

const looks = [
  { language: "en", theme: "light", width: 1280 },
  { language: "ar", theme: "dark", width: 390 },
  { language: "fr", theme: "dark", width: 1280 },
  { language: "sw", theme: "light", width: 320 },
] as const;

/** axe sees what differs in both themes, both directions and both layouts in the first two looks. */
const seenByAxe: readonly string[] = ["en", "ar"];

async function findings(page: Page) {
  const language = (await page.locator("html").getAttribute("lang")) ?? "";
  const found = seenByAxe.includes(language) ? await findingsOfAxe(page) : [];
  const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  return [
    ...found.map((finding) => `${page.url()}: ${finding}`),
    ...(width > 0 ? [`${page.url()}: ${width} px wider than the screen`] : []),
    ...(await missingTexts(page)).map((key) => `${page.url()}: no text for ${key}`),
  ];
}

/** Keys of texts that the page shows, or names something by: one that has no text is shown as itself. */
async function missingTexts(page: Page): Promise<string[]> {
  const text = await page.locator("body").evaluate((body) => {
    const elements = [...body.querySelectorAll("*:not(script, style)")];
    const words = elements.flatMap((element) => [
      ...[...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE),
      ...[...element.attributes].filter(({ name }) =>
        ["aria-label", "title", "placeholder", "alt"].includes(name),
      ),
    ]);
    return words.map(({ nodeValue }) => nodeValue).join("\n");
  });
  const keys = text.match(/\b[a-z]+(?::[a-zA-Z]+)?\.[a-z]+[A-Z]?[a-zA-Z.]*\b/g) ?? [];
  return keys.filter((word) => !/example\.com|books\.|\.com|\.org|\.dev/.test(word));
}

test.for(looks)(
  "every screen is in its language, and stands in nobody's way ($language, $theme, $width px)",
  async (look, { newPage, addPerson, signIn, expectProblem }) => {
    expectProblem(/40[34]/);
    const page = await newPage(look);
    // What is on its way in has not its colours yet.
    await page.emulateMedia({ reducedMotion: "reduce" });
    const found: string[] = [];
    const visit = async (...paths: string[]) => {
      for (const path of paths) {
        await page.goto(path);
        found.push(...(await findings(page)));
      }
    };

    await visit("/login", "/login/verify?email=a%40example.com", "/nowhere");
    await visit("/login/error?error=signup_disabled", "/login/error");
    await page.goto("/login");
    await page.locator("main [type=submit]").click();
    await page.locator("#email-error:not(:empty)").waitFor();
    found.push(...(await findings(page)));

    await signIn(page.context(), newAddress());
    await visit("/onboarding");
    await page.context().clearCookies();

    await signIn(page.context(), (await addPerson()).email);
    await visit("/app", "/app/books", "/app/account", "/app/nowhere", "/manager");
    await page.goto("/app/books");
    await page.locator("main li a[href^='/app/books/']").first().click();
    await page.waitForURL("/app/books/*");
    found.push(...(await findings(page)));
    for (const search of ["state=change-name", "newEmail=a%40example.com"]) {
      await page.goto(`/app/account?${search}`);
      await page.locator("dialog[open] input").waitFor();
      found.push(...(await findings(page)));
    }
    await page.goto("/app/account");
    await page.locator("main button[command=show-modal]").click();
    found.push(...(await findings(page)));
    await page.keyboard.press("Escape");
    await page.locator("main button[popovertarget]").first().click();
    found.push(...(await findings(page)));
    await page.context().clearCookies();

    await signIn(page.context(), (await addPerson({ role: "admin" })).email);
    await visit("/manager/dashboard", "/manager/books", "/manager/books/new", "/manager/genres");
    await visit("/manager/account");
    expect(found).toEqual([]);
  },
);

test("someone signs in, opens a book and signs out with the keyboard alone", async ({
  newPage,
  addPerson,
  server,
}) => {
  const { email } = await addPerson();
  const page = await newPage();
  await page.goto("/login");
  await page.keyboard.type(email);
  await page.keyboard.press("Enter");
  await page.waitForURL("/login/verify?**");
  await page.locator("#code:focus").waitFor();
  await page.keyboard.type(await server.mail.codeFor(email));
  await page.waitForURL("/app");
  // Before that a link leads to a new page, which begins at its top.
  await becomeAlive(page);

  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Skip to content");
  await tabTo(page, "Books");
  await page.keyboard.press("Enter");
  await page.waitForURL("/app/books");
  await page.locator("h1:focus").waitFor();
  await tabTo(page, "Log out");
  await page.keyboard.press("Enter");
  // The first focus never stands on what ends something.
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Cancel");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.waitForURL("/login");
});
