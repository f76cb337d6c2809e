import { expect } from "vitest";
import type { BrowserWindow } from "./browser-window.ts";
import { Target } from "./target.ts";

/** The page in a window of any engine. */
export class Page extends Target {
  readonly window: BrowserWindow;
  readonly #origin: string;

  constructor(window: BrowserWindow, origin: string) {
    super(window, []);
    this.window = window;
    this.#origin = origin;
  }

  /** Opens a page and waits until React has hydrated it. */
  async open(path: string): Promise<void> {
    await this.window.goto(this.#origin + path);
    await this.hydrated();
  }

  async hydrated(): Promise<void> {
    await expect.poll(() => this.window.evaluate(isHydrated).catch(() => false)).toBe(true);
  }

  /** Waits until the URL's path and search match, and the page is hydrated. */
  async reached(path: string | RegExp): Promise<void> {
    const current = () => this.window.evaluate(() => location.pathname + location.search).catch(String);
    await (typeof path === "string" ? expect.poll(current).toBe(path) : expect.poll(current).toMatch(path));
    await this.hydrated();
  }

  async reload(): Promise<void> {
    await this.window.evaluate(() => location.reload()).catch(() => undefined);
    await this.hydrated();
  }

  /** Another page of the same browser. */
  async openAnother(path: string): Promise<Page> {
    const page = new Page(await this.window.openWindow(), this.#origin);
    await page.open(path);
    return page;
  }
}

type Fiber = {
  child: Fiber | null;
  sibling: Fiber | null;
  memoizedState: { isDehydrated?: boolean; dehydrated?: unknown } | null;
};

/** Whether React has hydrated the page and each of its Suspense boundaries: before that, events may be lost. */
function isHydrated(): boolean {
  const key = Object.keys(document).find((name) => name.startsWith("__reactContainer$"));
  if (!key || document.readyState !== "complete" || !document.querySelector("main h1")) return false;
  const { stateNode } = Reflect.get(document, key) as { stateNode: { current: Fiber } };
  const fibers = [stateNode.current];
  for (const { child, sibling, memoizedState } of fibers) {
    if (memoizedState?.isDehydrated || memoizedState?.dehydrated) return false;
    fibers.push(...[child, sibling].filter((fiber) => fiber !== null));
  }
  return true;
}
