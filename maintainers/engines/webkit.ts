import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "../../testing/ports.ts";
import type { BrowserWindow, EngineBrowser, Point } from "./browser-window.ts";

const browserProgram = join(import.meta.dirname, "webkit-browser.py");
const startTimeoutMs = 20_000;
const callTimeoutMs = 30_000;

/** The key in which a WebDriver response names an element (W3C WebDriver, section 12.1). */
const elementKey = "element-6066-11e4-a52e-4f735466cecf";

/** Names of keys and their code points (W3C WebDriver, section 17.4.2). */
const keyCodes: Record<string, string> = {
  Backspace: "\uE003",
  Tab: "\uE004",
  Enter: "\uE007",
  Shift: "\uE008",
  Control: "\uE009",
  Escape: "\uE00C",
  End: "\uE010",
  Home: "\uE011",
  ArrowLeft: "\uE012",
  ArrowUp: "\uE013",
  ArrowRight: "\uE014",
  ArrowDown: "\uE015",
  Delete: "\uE017",
  Meta: "\uE03D",
};

/** Starts a virtual display for WebKitGTK. Its sessions are separate processes, driven by WebKitWebDriver. */
export async function startWebKit(): Promise<EngineBrowser> {
  const display = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", "1600x1200x24", "-nolisten", "tcp"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  const [number] = (await once(display.stdio[3] as NodeJS.ReadableStream, "data")) as [Buffer];
  return {
    newSession: (size) => newSession(`:${String(number).trim()}`, size),
    close: () => end(display),
  };
}

/** Starts a driver, which has one session. */
async function startDriver(display: string): Promise<{ origin: string; driver: ChildProcess }> {
  const port = await freePort();
  const driver = spawn("WebKitWebDriver", [`--port=${port}`], {
    stdio: "ignore",
    detached: true, // Its own process group, with the browser: see `newSession`.
    env: {
      ...process.env,
      DISPLAY: display,
      GDK_BACKEND: "x11",
      LIBGL_ALWAYS_SOFTWARE: "1",
      // Without a graphics card, compositing takes most of a test's time.
      WEBKIT_DISABLE_COMPOSITING_MODE: "1",
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1", // There is none for root, and the pages are our own.
      NO_AT_BRIDGE: "1",
    },
  });
  const origin = `http://127.0.0.1:${port}`;
  await ready(origin);
  return { origin, driver };
}

async function ready(origin: string): Promise<void> {
  const deadline = Date.now() + startTimeoutMs;
  while (Date.now() < deadline) {
    if ((await fetch(`${origin}/status`).catch(() => undefined))?.ok) return;
    await wait(25);
  }
  throw new Error(`WebKitWebDriver is not ready within ${startTimeoutMs} ms`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill();
  await ended;
}

type Call = (method: "GET" | "POST" | "DELETE", path: string, body?: object) => Promise<unknown>;

/** Calls of W3C WebDriver below a URL. */
function caller(url: string): Call {
  return async (method, path, body = {}) => {
    const response = await fetch(url + path, {
      method,
      signal: AbortSignal.timeout(callTimeoutMs),
      ...(method === "POST" && { body: JSON.stringify(body) }),
    }).catch((error: unknown) => {
      throw new Error(`WebDriver ${method} ${path} ${JSON.stringify(body).slice(0, 200)}: ${String(error)}`);
    });
    const { value } = (await response.json()) as { value: { error?: string; message?: string } };
    if (!response.ok) throw new Error(`WebDriver ${path}: ${value.error} ${value.message}`);
    return value;
  };
}

async function newSession(display: string, size: { width: number; height: number }) {
  const { origin, driver } = await startDriver(display);
  const folder = await mkdtemp(join(tmpdir(), "flyleaf-webkit-"));
  const problemsFile = join(folder, "problems");
  const options = { binary: browserProgram, args: [problemsFile] };
  const { sessionId } = (await caller(origin)("POST", "/session", {
    capabilities: { alwaysMatch: { "webkitgtk:browserOptions": options } },
  })) as { sessionId: string };
  const call = caller(`${origin}/session/${sessionId}`);
  const handle = (await call("GET", "/window")) as string;
  const window = browserWindow(call, handle, size, problemsFile);
  await window.resize(size.width, size.height);
  return {
    window,
    async close() {
      await call("DELETE", "").catch(() => undefined);
      // A page that hangs would go on.
      if (driver.pid) process.kill(-driver.pid, "SIGKILL");
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function browserWindow(
  session: Call,
  handle: string,
  size: { width: number; height: number },
  problemsFile: string,
): BrowserWindow {
  /** WebDriver's calls act on the session's current window. */
  const call: Call = async (...args) => {
    await session("POST", "/window", { handle });
    return await session(...args);
  };
  const execute = (script: string, args: unknown[] = []) => call("POST", "/execute/sync", { script, args });
  const perform = (type: "pointer" | "key", actions: object[]) =>
    call("POST", "/actions", { actions: [{ type, id: type, actions }] });
  const move = ({ x, y }: Point) => ({
    type: "pointerMove",
    x: Math.round(x),
    y: Math.round(y),
    duration: 0,
  });

  return {
    async goto(url) {
      await call("POST", "/url", { url });
    },
    async evaluate(run, ...args) {
      return (await execute(`return (${run.toString()})(...arguments)`, args)) as never;
    },
    async runScript(source) {
      await execute(source);
    },
    async back() {
      await call("POST", "/back");
    },
    async moveMouse(point) {
      await perform("pointer", [move(point)]);
    },
    async drag([start = { x: 0, y: 0 }, ...rest]) {
      await perform("pointer", [
        move(start),
        { type: "pointerDown", button: 0 },
        ...rest.map(move),
        { type: "pointerUp", button: 0 },
      ]);
    },
    async press(...keys) {
      const values = keys.map((key) => keyCodes[key] ?? key);
      await perform("key", [
        ...values.map((value) => ({ type: "keyDown", value })),
        ...values.toReversed().map((value) => ({ type: "keyUp", value })),
      ]);
    },
    async type(text) {
      await perform(
        "key",
        [...text].flatMap((value) => [
          { type: "keyDown", value },
          { type: "keyUp", value },
        ]),
      );
    },
    async setCookie({ name, value, url }) {
      const cookie = { name, value, domain: new URL(url).hostname, path: "/", httpOnly: true };
      await call("POST", "/cookie", { cookie });
    },
    async setFile(selector, path) {
      const element = (await call("POST", "/element", { using: "css selector", value: selector })) as {
        [elementKey]: string;
      };
      await call("POST", `/element/${element[elementKey]}/value`, { text: path });
    },
    async resize(width, height) {
      await call("POST", "/window/rect", { width, height });
    },
    async screenshot() {
      return Buffer.from((await call("GET", "/screenshot")) as string, "base64");
    },
    async openWindow() {
      const opened = (await session("POST", "/window/new", { type: "window" })) as { handle: string };
      const window = browserWindow(session, opened.handle, size, problemsFile);
      await window.resize(size.width, size.height);
      return window;
    },
    async bringToFront() {}, // Windows are always visible.
    async problems() {
      const lines = await readFile(problemsFile, "utf8").catch(() => "");
      return lines
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line) as string);
    },
  };
}
