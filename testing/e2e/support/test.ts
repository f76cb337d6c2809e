import { randomUUID } from "node:crypto";
import { chromium, type BrowserContext, type Page } from "playwright-core";
import { expect, inject, test as base } from "vitest";
import { launchOptions } from "../../browser.ts";
import { openMailbox } from "./mail.ts";
import { newContext, type PageOptions, watchForProblems } from "./browser-context.ts";
import { waitForHydrationAfterGoto } from "./interactions.ts";
import { addPerson, type NewPerson } from "./people.ts";
import { startServer } from "./server.ts";
import { signIn, signInByForm } from "./sign-in.ts";

export { expect } from "vitest";
export { newAddress } from "./people.ts";

/** A unique word. Names that begin with it are last in every list. */
export function uniqueWord(): string {
  return `zz${randomUUID().replaceAll("-", "").slice(0, 10)}`;
}

/**
 * A test with the production server that all end-to-end tests share:
 *
 *   test("…", async ({ newPageOf }) => {
 *     const page = await newPageOf({ role: "admin" }, { language: "ar", javaScript: false });
 *   });
 *
 * It also fails if one of its pages had a problem (`watchForProblems`) that is not announced with `expectProblem`.
 */
export const test = base
  .extend("browser", { scope: "worker" }, async ({}, { onCleanup }) => {
    const browser = await chromium.launch(await launchOptions());
    onCleanup(() => browser.close());
    return browser;
  })
  .extend("server", { scope: "file" }, () => {
    const { mailboxUrl, ...server } = inject("server");
    return { ...server, mail: openMailbox(mailboxUrl) };
  })
  .extend("expectedProblems", (): RegExp[] => [])
  .extend("expectProblem", ({ expectedProblems }) => (problem: RegExp): void => {
    expectedProblems.push(problem);
  })
  .extend("newPage", ({ browser, server, expectedProblems }, { onCleanup }) => {
    const contexts: BrowserContext[] = [];
    const problems: string[][] = [];
    onCleanup(async () => {
      for (const context of contexts) await context.close();
      const unexpected = problems
        .flat()
        .filter((problem) => !expectedProblems.some((each) => each.test(problem)));
      expect(unexpected, "problems in the pages").toEqual([]);
    });
    /** A page in its own browser context. */
    return async (options?: PageOptions): Promise<Page> => {
      const context = await newContext(browser, server.url, options);
      contexts.push(context);
      context.on("page", (page) => {
        problems.push(watchForProblems(page));
        if (options?.javaScript !== false) waitForHydrationAfterGoto(page);
      });
      return context.newPage();
    };
  })
  .extend(
    "addPerson",
    ({ server }) =>
      (person?: NewPerson) =>
        addPerson(server.connection, person),
  )
  .extend("signIn", ({ server }) =>
    /** Signs in through a page as a user does, or in a context with requests only. */
    async (where: Page | BrowserContext, email: string, redirect?: string): Promise<void> => {
      if ("goto" in where) await signIn(where, email, server.mail, redirect);
      else await signInByForm(where, email, server.mail, server.url);
    },
  )
  .extend("signedIn", ({ newPage, addPerson, signIn }) =>
    /** A new user who is signed in in a browser context: its page, and the email. */
    async (person?: NewPerson, options?: PageOptions): Promise<{ page: Page; email: string }> => {
      const page = await newPage(options);
      const { email } = await addPerson(person);
      await signIn(page.context(), email);
      return { page, email };
    },
  )
  .extend(
    "newPageOf",
    ({ signedIn }) =>
      /** The page of `signedIn` alone. */
      async (person?: NewPerson, options?: PageOptions): Promise<Page> =>
        (await signedIn(person, options)).page,
  );

/** A test with a server of the file's own: see `startServer`. */
export function testWithServer(...options: Parameters<typeof startServer>) {
  return test.extend("server", { scope: "file" }, async ({}, { onCleanup }) => {
    const server = await startServer(...options);
    onCleanup(async () => void (await server.stop()));
    return server;
  });
}
