import type { Page } from "playwright-core";
import { axeViolations, openHydrated, tabTo, waitForHydration } from "./support/interactions.ts";
import { adminHome, userAccount } from "./support/places.ts";
import { screenPaths, screenUrl } from "./support/screens.ts";
import { expect, newAddress, test } from "./support/test.ts";

/* Every screen, in every language, both themes and directions, on phones and desktops. */

const variants = [
  { language: "en", theme: "light", width: 1280 },
  { language: "ar", theme: "dark", width: 390 }, // optional: ar
  { language: "fr", theme: "dark", width: 1280 }, // optional: fr
  { language: "sw", theme: "light", width: 320 }, // optional: sw
] as const;

/** The first two variants cover both themes, directions and layouts. */
const languagesForAxe: readonly string[] = ["en", "ar"];

/** Accessibility violations, content wider than the screen, links to other pages that claim to be the current one, and missing texts. */
async function findProblems(page: Page) {
  const language = (await page.locator("html").getAttribute("lang")) ?? "";
  const violations = languagesForAxe.includes(language) ? await axeViolations(page) : [];
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  return [
    ...violations.map((violation) => `${page.url()}: ${violation}`),
    ...(overflow > 0 ? [`${page.url()}: ${overflow} px wider than the screen`] : []),
    ...(await wrongCurrentLinks(page)).map((link) => `${page.url()}: ${link} is not the current page`),
    ...(await missingTexts(page)).map((key) => `${page.url()}: no text for ${key}`),
    ...(await browserValidatedForms(page)).map((form) => `${page.url()}: the browser validates ${form}`),
  ];
}

/** Forms whose fields the browser would check with messages of its own. */
async function browserValidatedForms(page: Page): Promise<string[]> {
  return await page.evaluate(() =>
    [...document.forms]
      .filter(({ noValidate, elements }) => {
        const isChecked = (field: Element) => field.matches(":required, [type=email], [type=url], [pattern]");
        return !noValidate && [...elements].some(isChecked);
      })
      .map((form) => form.outerHTML.slice(0, 200)),
  );
}

/** Links that are marked as the current page, but lead to another one. In a navigation, the current item may be a part of the URL. */
async function wrongCurrentLinks(page: Page): Promise<string[]> {
  const links = page.locator("a[aria-current=page]:not(nav a)");
  return await links.evaluateAll((elements) =>
    (elements as HTMLAnchorElement[])
      .filter(({ pathname }) => pathname !== location.pathname)
      .map(({ href }) => href),
  );
}

/** Keys in the page's text and labels: where a text is missing, its key is shown. */
async function missingTexts(page: Page): Promise<string[]> {
  const text = await page.locator("body").evaluate((body) => {
    const elements = [...body.querySelectorAll("*:not(script, style)")];
    const nodes = elements.flatMap((element) => [
      ...[...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE),
      ...[...element.attributes].filter(({ name }) =>
        ["aria-label", "title", "placeholder", "alt"].includes(name),
      ),
    ]);
    return nodes.map(({ nodeValue }) => nodeValue).join("\n");
  });
  // An email can have a line break before its @.
  const withoutEmails = text.replaceAll(/\S+\n?@\S+/g, "");
  const keys = withoutEmails.match(/\b[a-z]+(?::[a-zA-Z]+)?\.[a-z]+[A-Z]?[a-zA-Z.]*\b/g) ?? [];
  return keys.filter((word) => !/\.(?:com|csv|dev|org)\b/.test(word));
}

test.for(variants)(
  "every screen is translated, accessible and fits ($language, $theme, $width px)",
  async (variant, { newPage, addPerson, signIn, expectProblem }) => {
    expectProblem(/40[34]/);
    const page = await newPage(variant);
    // During a transition, colors are not final.
    await page.emulateMedia({ reducedMotion: "reduce" });
    const problems: string[] = [];
    const check = async () => problems.push(...(await findProblems(page)));
    const screens = screenPaths();
    const visited: string[] = [];
    /** Visits all screens of an area, for example "/manager", and other URLs. */
    const visit = async (area: string, ...urls: string[]) => {
      const paths = screens.filter((path) => path === area || path.startsWith(`${area}/`));
      visited.push(...paths);
      for (const url of [...(await Promise.all(paths.map((path) => screenUrl(page, path)))), ...urls]) {
        await page.goto(url);
        await check();
      }
    };

    await visit("/login", "/login/error?error=signup_disabled", "/nowhere");
    await page.goto("/login");
    await page.locator("main [type=submit]").click();
    await page.locator("#email-error:not(:empty)").waitFor();
    await check();

    await signIn(page.context(), newAddress());
    await visit("/onboarding");
    await page.context().clearCookies();

    await signIn(page.context(), (await addPerson()).email);
    await visit("/app", "/app/nowhere"); // optional: app
    await visit("/account", "/manager");
    for (const search of ["state=change-name", "newEmail=a%40example.com"]) {
      await page.goto(`${userAccount}?${search}`);
      await page.locator("dialog[open] input").waitFor();
      await check();
    }
    await page.goto(userAccount);
    await page.locator("main header button").first().click();
    await check();
    await page.keyboard.press("Escape");
    await page.locator("main button[popovertarget]").first().click();
    await check();
    await page.context().clearCookies();

    await signIn(page.context(), (await addPerson({ role: "admin" })).email);
    await visit("/manager");
    expect(problems).toEqual([]);
    expect(visited.toSorted()).toEqual(screens.filter((path) => path !== "/").toSorted());
  },
);

test("signing in, opening a page and signing out work with the keyboard alone", async ({
  newPage,
  addPerson,
  server,
}) => {
  const { email } = await addPerson({ role: "admin" });
  const page = await newPage();
  await page.goto("/login");
  // A browser sets the initial focus when it first paints, which can be after the page's load event.
  await page.locator("#email:focus").waitFor();
  await page.keyboard.type(email);
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.searchParams.get("email") === email);
  await waitForHydration(page);
  await page.locator("#code:focus").waitFor();
  await page.keyboard.type(await server.mail.codeFor(email));
  await page.waitForURL(adminHome);
  await openHydrated(page, "/manager/account");

  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Skip to content");
  await tabTo(page, "Users");
  await page.keyboard.press("Enter");
  await page.waitForURL("/manager/users");
  await page.locator("h1:focus").waitFor();
  await page.goto("/manager/account");
  await tabTo(page, "Log out");
  await page.keyboard.press("Enter");
  // The initial focus is never on a destructive button.
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Cancel");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.waitForURL("/login");
});
