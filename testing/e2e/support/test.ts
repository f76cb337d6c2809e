import { chromium, type BrowserContext, type Page } from "playwright-core";
import { expect, inject, test as base } from "vitest";
import { embeddedConnection } from "#server/database/embedded/embedded.ts";
import { launchOptions } from "../../browser.ts";
import { openMailbox } from "./mail.ts";
import { newContext, type PageOptions, watchForProblems } from "./browser-context.ts";
import { addPerson, type NewPerson } from "./people.ts";
import { signIn, signInByForm } from "./sign-in.ts";

export { expect } from "vitest";
export { newAddress } from "./people.ts";

/**
 * A test against the production server that all end-to-end tests share:
 *
 *   test("…", async ({ newPageOf }) => {
 *     const page = await newPageOf({ role: "admin" }, { language: "ar", javaScript: false });
 *   });
 *
 * It fails, too, where one of its pages had a problem that a person should never meet (`watchForProblems`);
 * `expectProblem` says which one is meant to come.
 */
export const test = base
  .extend("browser", { scope: "worker" }, async ({}, { onCleanup }) => {
    const browser = await chromium.launch(await launchOptions());
    onCleanup(() => browser.close());
    return browser;
  })
  .extend("server", { scope: "worker" }, () => {
    const { url, dataDir, mailboxUrl } = inject("server");
    return { url, connection: embeddedConnection(dataDir), mail: openMailbox(mailboxUrl) };
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
      expect(unexpected, "problems in the test's pages").toEqual([]);
    });
    /** A page in a browser profile of its own. `page.context()` opens more in the same one. */
    return async (options?: PageOptions): Promise<Page> => {
      const context = await newContext(browser, server.url, options);
      contexts.push(context);
      context.on("page", (page) => problems.push(watchForProblems(page)));
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
    /** Through the page as a person does, or for a whole context by its requests alone. */
    async (where: Page | BrowserContext, email: string, redirect?: string): Promise<void> => {
      if ("goto" in where) await signIn(where, email, server.mail, redirect);
      else await signInByForm(where, email, server.mail, server.url);
    },
  )
  .extend("signedIn", ({ newPage, addPerson, signIn }) =>
    /** Somebody new, signed in in a browser profile of their own: its page, and their address. */
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
      /** The page alone, where nobody's address matters. */
      async (person?: NewPerson, options?: PageOptions): Promise<Page> =>
        (await signedIn(person, options)).page,
  );
