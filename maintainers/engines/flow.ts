import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject } from "vitest";
import { createAuthClient, type OperationCall } from "../../testing/auth-client.ts";
import type { Book } from "../../src/features/books/schema.ts";
import type { Genre } from "../../src/features/genres/schema.ts";
import type { Mailbox } from "../../testing/e2e/support/mail.ts";
import { addSession, type NewPerson } from "../../testing/e2e/support/people.ts";
import { expect, test as base, uniqueWord } from "../../testing/e2e/support/test.ts";
import type { Engine } from "./engines.ts";
import type { EngineBrowser } from "./browser-window.ts";
import { startEngine } from "./installed-engines.ts";
import { Page } from "./page.ts";

export { expect, uniqueWord };

const widths = [1280, 390];

/** With the server and the users of the end-to-end tests. */
const test = base.extend("startedEngine", { scope: "worker" }, ({}, { onCleanup }) => {
  const started = new Map<Engine, Promise<EngineBrowser>>();
  onCleanup(async () => {
    for (const browser of started.values()) await (await browser).close();
  });
  return (engine: Engine): Promise<EngineBrowser> => {
    const browser = started.get(engine) ?? startEngine(engine);
    started.set(engine, browser);
    return browser;
  };
});

type Flow = {
  /** In CSS pixels. */
  width: number;
  page: Page;
  mail: Mailbox;
  /** Announces a problem of the page, for example a request that fails on purpose. */
  expectProblem(problem: RegExp): void;
  addPerson(person?: NewPerson): Promise<{ email: string }>;
  /** Signs a new user in to the page. */
  signIn(person?: NewPerson): Promise<{ email: string }>;
  /** Adds a session on another device. */
  signInElsewhere(email: string): Promise<void>;
  /** Changes books as another administrator. */
  otherAdmin(): Promise<ReturnType<typeof bookChanges>>;
};

/** Changes books. */
function bookChanges(call: OperationCall) {
  return {
    async add({
      genre = "Fantasy",
      author = "Ada Author",
      title,
    }: {
      title: string;
      author?: string;
      genre?: string;
    }) {
      const genres = await call<Genre[]>("genres/list");
      const genreId = genres.find(({ name }) => name === genre)?.id;
      return await call<Book>("books/create", { title, author, genreId });
    },
    async change(id: string, change: Partial<Pick<Book, "title" | "author">>): Promise<void> {
      const { title, author, publisher, genre, version } = await call<Book>("books/get", { id });
      await call("books/update", { id, title, author, publisher, genreId: genre.id, version, ...change });
    },
  };
}

/**
 * A test of what a person does, in every installed engine, on a wide and on a narrow screen. It also fails if a page
 * reports an error, a violated policy or a response with status 500 or higher.
 */
export function flow(name: string, run: (flow: Flow) => Promise<void>): void {
  const engines = inject("engines");
  if (engines.length === 0) test.skip(name);
  for (const engine of engines) for (const width of widths) flowIn(engine, width, name, run);
}

function flowIn(engine: Engine, width: number, name: string, run: (flow: Flow) => Promise<void>): void {
  const fullName = `${name} (${engine}, ${width} px)`;
  test(fullName, async ({ startedEngine, server, addPerson, expectProblem, expectedProblems }) => {
    const { url, connection, mail } = server;
    const browser = await startedEngine(engine);
    const { window, close } = await browser.newSession({ width, height: width < 640 ? 844 : 900 });

    async function signIn(person?: NewPerson) {
      const { email } = await addPerson(person);
      const { cookies } = await signedInClient(url, mail, email);
      await window.goto(`${url}/up`); // Browsers set cookies for the current page's site only.
      for (const [cookie, value] of cookies) await window.setCookie({ name: cookie, value, url });
      return { email };
    }
    async function otherAdmin() {
      const { email } = await addPerson({ role: "admin" });
      return bookChanges((await signedInClient(url, mail, email)).call);
    }
    const signInElsewhere = (email: string) => addSession(connection, email);

    try {
      const page = new Page(window, url);
      await run({ width, page, mail, expectProblem, addPerson, signIn, signInElsewhere, otherAdmin });
      const unexpected = (await window.problems()).filter(
        (problem) => !expectedProblems.some((each) => each.test(problem)),
      );
      expect(unexpected.join("\n"), "problems in the pages").toBe("");
    } catch (error) {
      const picture = join(tmpdir(), `flyleaf-${fullName.replaceAll(/\W+/g, "-")}.png`);
      await writeFile(picture, await window.screenshot());
      throw new Error(`${String(error)}\nPicture: ${picture}`, { cause: error });
    } finally {
      await close();
    }
  });
}

async function signedInClient(url: string, mail: Mailbox, email: string) {
  const client = createAuthClient(url);
  await client.requestCode(email);
  await client.verifyCode(email, await mail.codeFor(email));
  return client;
}
