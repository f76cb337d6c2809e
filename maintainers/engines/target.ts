import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { setTimeout as wait } from "node:timers/promises";
import type { BrowserWindow } from "./browser-window.ts";
import { locate, type Located, type Query } from "./locate.ts";

const timeoutMs = 20_000;
const pollMs = 50;

const library = readFileSync(
  createRequire(import.meta.url).resolve("@testing-library/dom/dist/@testing-library/dom.umd.js"),
  "utf8",
);

type Name = string | RegExp;

/** Elements of a page: actions and expectations wait for them. */
export class Target {
  readonly #window: BrowserWindow;
  readonly #query: Query[];

  constructor(window: BrowserWindow, query: Query[]) {
    this.#window = window;
    this.#query = query;
  }

  /** @param name the whole accessible name, or a pattern in it */
  role(role: string, name?: Name): Target {
    return this.#inside(name === undefined ? { role } : { role, name: serializable(name) });
  }

  /** The smallest elements that contain a text. */
  text(text: Name): Target {
    return this.#inside({ text: serializable(text) });
  }

  css(selector: string): Target {
    return this.#inside({ css: selector });
  }

  /** Waits until the first of them is visible. @returns its text */
  async shown(): Promise<string> {
    return (await this.#until("read", ({ texts }) => texts.length > 0)).texts[0] ?? "";
  }

  /** Waits until none is visible. */
  async gone(): Promise<void> {
    await this.#until("read", ({ texts }) => texts.length === 0);
  }

  /** The texts of those that are visible now. */
  async texts(): Promise<string[]> {
    return (await this.#locate("read")).texts;
  }

  /** The value of the first of them, a field. */
  async value(): Promise<string> {
    return (await this.#locate("read")).value;
  }

  /** Clicks the center of the first of them, once it can be clicked. */
  async click(): Promise<void> {
    await this.#window.drag([await this.point()]);
  }

  async hover(): Promise<void> {
    await this.#window.moveMouse(await this.point());
  }

  /** Clicks into a text field and replaces its text as a user types. */
  async fill(text: string): Promise<void> {
    await this.click();
    await this.#window.press("Control", "a");
    await this.#window.press("Backspace");
    await this.#window.type(text);
  }

  /** The center of the first of them, once it can be clicked. */
  async point(): Promise<{ x: number; y: number }> {
    const { point = { x: 0, y: 0 } } = await this.#until("click", ({ point }) => point !== undefined);
    return point;
  }

  #inside(query: Query): Target {
    return new Target(this.#window, [...this.#query, query]);
  }

  async #until(action: "read" | "click", isReady: (located: Located) => boolean): Promise<Located> {
    const deadline = Date.now() + timeoutMs;
    for (;;) {
      const located = await this.#locate(action);
      if (isReady(located)) return located;
      if (Date.now() > deadline) {
        throw new Error(
          `${JSON.stringify(this.#query)}: ${located.reason || `${located.texts.length} are visible`}`,
        );
      }
      await wait(pollMs);
    }
  }

  /** Navigation may end the page in the middle of a call. */
  async #locate(action: "read" | "click"): Promise<Located> {
    const located = await this.#window
      .evaluate(locate, this.#query, action)
      .catch((error: unknown) => ({ texts: [], value: "", reason: String(error) }));
    if (located !== "no library") return located;
    await this.#window.runScript(library).catch(() => undefined);
    return this.#locate(action);
  }
}

function serializable(name: Name): string | { source: string } {
  return typeof name === "string" ? name : { source: name.source };
}
