import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, inject, test as base } from "vitest";
import { embeddedConnection } from "#server/database/embedded/embedded.ts";
import { createAuthClient } from "../auth-client.ts";
import { libraryOver } from "../e2e/support/books.ts";
import { openMailbox } from "../e2e/support/mail.ts";
import { addPerson, addSession, type NewPerson } from "../e2e/support/people.ts";
import type { Engine } from "../../scripts/support/engines.ts";
import type { EngineBrowser } from "./browser-window.ts";
import { startEngine } from "./installed-engines.ts";
import { Page } from "./page.ts";

export { expect };

const widths = [1280, 390];

const test = base
  .extend("startedEngine", { scope: "worker" }, ({}, { onCleanup }) => {
    const started = new Map<Engine, Promise<EngineBrowser>>();
    onCleanup(async () => {
      for (const browser of started.values()) await (await browser).close();
    });
    return (engine: Engine): Promise<EngineBrowser> => {
      const browser = started.get(engine) ?? startEngine(engine);
      started.set(engine, browser);
      return browser;
    };
  })
  .extend("server", { scope: "worker" }, () => {
    const { url, dataDir, mailboxUrl } = inject("server");
    return { url, connection: embeddedConnection(dataDir), mail: openMailbox(mailboxUrl) };
  });

type Flow = {
  engine: Engine;
  /** In CSS pixels. */
  width: number;
  page: Page;
  mail: ReturnType<typeof openMailbox>;
  /** Announces a problem of the page, for example a request that fails on purpose. */
  expectProblem(problem: RegExp): void;
  addPerson(person?: NewPerson): Promise<{ email: string }>;
  /** Signs a new user in to the page. */
  signIn(person?: NewPerson): Promise<{ email: string }>;
  /** Adds a session on another device. */
  signInElsewhere(email: string): Promise<void>;
  /** Changes books as another administrator, over REST. */
  otherAdmin(): Promise<ReturnType<typeof libraryOver>>;
};

/**
 * A test of what a person does, in every installed engine, on a wide and on a narrow screen. It also fails if a page
 * reports an error, a violated policy or a response with status 500 or higher.
 */
export function flow(name: string, run: (flow: Flow) => Promise<void>): void {
  for (const engine of inject("engines")) {
    for (const width of widths) {
      test(`${name} (${engine}, ${width} px)`, async ({ startedEngine, server }) => {
        const browser = await startedEngine(engine);
        const { window, close } = await browser.newSession({ width, height: width < 640 ? 844 : 900 });
        const expectedProblems: RegExp[] = [];
        const add = (person?: NewPerson) => addPerson(server.connection, person);
        try {
          await run({
            engine,
            width,
            page: new Page(window, server.url),
            mail: server.mail,
            expectProblem: (problem) => expectedProblems.push(problem),
            addPerson: add,
            async signIn(person) {
              const { email } = await add(person);
              const client = await signedInClient(email);
              await window.goto(`${server.url}/up`); // Browsers set cookies for the current page's site only.
              for (const [cookie, value] of client.cookies) {
                await window.setCookie({ name: cookie, value, url: server.url });
              }
              return { email };
            },
            signInElsewhere: (email) => addSession(server.connection, email),
            async otherAdmin() {
              const { email } = await add({ role: "admin" });
              return libraryOver((await signedInClient(email)).callRest);
            },
          });
          const unexpected = (await window.problems()).filter(
            (problem) => !expectedProblems.some((each) => each.test(problem)),
          );
          expect(unexpected, "problems in the pages").toEqual([]);
        } catch (error) {
          const picture = join(tmpdir(), `flyleaf-${engine}-${width}-${name.replaceAll(/\W+/g, "-")}.png`);
          await window.screenshot().then((png) => writeFile(picture, png));
          throw new Error(`${String(error)}\nPicture: ${picture}`, { cause: error });
        } finally {
          await close();
        }

        async function signedInClient(email: string) {
          const client = createAuthClient(server.url);
          await client.requestCode(email);
          await client.verifyCode(email, await server.mail.codeFor(email));
          return client;
        }
      });
    }
  }
}
