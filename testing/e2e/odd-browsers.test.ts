import type { Page } from "playwright-core";
import { userHome } from "./support/places.ts";
import { expect, test } from "./support/test.ts";

/** Browsers in which something is missing that pages don't control. */

const storages = {
  full: () => {
    Storage.prototype.setItem = () => {
      throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
    };
  },
  missing: () => {
    for (const name of ["localStorage", "sessionStorage"])
      Object.defineProperty(window, name, { get: () => null });
  },
  denied: () => {
    for (const name of ["localStorage", "sessionStorage"]) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException("Access is denied for this document.", "SecurityError");
        },
      });
    }
    Object.defineProperty(document, "cookie", {
      get() {
        throw new DOMException("Cookies are disabled.", "SecurityError");
      },
      set() {
        throw new DOMException("Cookies are disabled.", "SecurityError");
      },
    });
  },
};

const theme = (page: Page) => page.evaluate(() => document.documentElement.dataset.theme);

test.for(Object.entries(storages))(
  "pages work with storage that is %s, and only don't remember",
  async ([, change], { newPage, addPerson, signIn }) => {
    const page = await newPage();
    await page.addInitScript(change);
    const { email } = await addPerson({ role: "admin" });
    await signIn(page.context(), email);
    await page.goto(userHome);
    await page.goto("/manager/users");
    await page.getByRole("searchbox").fill(email);
    await page.getByText(`1 result for "${email}"`).waitFor();
    await page.keyboard.press("Escape");
    await page.goto("/account");
    await page.getByRole("button", { name: /Theme/ }).first().click();
    await page.getByRole("menuitemradio", { name: "Dark" }).click();
    expect(await theme(page)).toBe("dark");
    await page.goto("/login/error");
    await page.getByRole("heading", { level: 1 }).waitFor();
  },
);

test.for(["Etc/Unknown", "", undefined])(
  "pages show times in UTC where the browser's time zone is %s",
  async (timeZone, { newPage, addPerson, signIn }) => {
    const page = await newPage();
    await page.addInitScript((zone) => {
      const { resolvedOptions } = Intl.DateTimeFormat.prototype;
      Intl.DateTimeFormat.prototype.resolvedOptions = function () {
        return { ...resolvedOptions.call(this), timeZone: zone } as Intl.ResolvedDateTimeFormatOptions;
      };
    }, timeZone);
    const { email } = await addPerson({ role: "admin" });
    await signIn(page.context(), email);
    for (const path of ["/manager/dashboard", "/manager/activity", "/manager/account"]) {
      await page.goto(path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      expect(await page.getByText("Something went wrong").count()).toBe(0);
    }
  },
);

test("a failure outside of all routes has the product's error page, in the page's language", async ({
  newPage,
  expectProblem,
}) => {
  expectProblem(/no storage events/);
  const page = await newPage();
  await page.addInitScript(() => {
    const { addEventListener } = window;
    window.addEventListener = function (this: Window, ...args: Parameters<typeof addEventListener>) {
      if (args[0] === "storage") throw new Error("no storage events");
      addEventListener.apply(this, args);
    } as typeof addEventListener;
  });
  await page.goto("/login?lng=fr").catch(() => undefined);
  await page.getByRole("button", { name: "Réessayer" }).waitFor();
  expect(await page.locator("html").getAttribute("lang")).toBe("fr");
  expect(await page.getByText("Show Error").count()).toBe(0);
});

test.for(["/manager/users", userHome])(
  "with forced colors, what is current or chosen on %s differs from the rest",
  async (path, { newPageOf }) => {
    const page = await newPageOf({ role: "admin" });
    await page.emulateMedia({ forcedColors: "active" });
    await page.goto(path);
    const backgrounds = await page.evaluate(() => {
      const chosen = "[aria-current]:not([aria-current=false]), [aria-pressed=true], [aria-selected=true]";
      return [...document.querySelectorAll(chosen)]
        .filter((element) => element.checkVisibility())
        .map(
          (element) =>
            getComputedStyle(element).backgroundColor === getComputedStyle(document.body).backgroundColor,
        );
    });
    expect(backgrounds).toContain(false);
    expect(backgrounds).not.toContain(true);
  },
);
