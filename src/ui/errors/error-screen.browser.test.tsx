import { onlineManager } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from "@tanstack/react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { I18nProvider } from "#i18n/use-translation.tsx";
import { loadI18n } from "../../../testing/components/providers.tsx";
import { renderComponent } from "../../../testing/render.tsx";
import { mainId } from "../layout/skip-link.tsx";
import "../styles/app.css";
import { ErrorScreen, NotFoundScreen, StandaloneNotFoundScreen } from "./error-screen.tsx";
import { otherLanguage } from "../../../testing/languages.ts";

const failure = Object.assign(new Error("relation is missing"), { status: 500, data: { reference: "abc" } });

/** Renders an app with two pages: one without errors, and one with the loader `load`. */
async function openApp(load: () => unknown, entries: string[], loadHome = () => {}) {
  const i18n = await loadI18n("en");
  const rootRoute = createRootRoute({
    component: () => (
      <main id={mainId} tabIndex={-1}>
        <Outlet />
      </main>
    ),
  });
  const home = createRoute({
    getParentRoute: () => rootRoute,
    path: "/",
    loader: loadHome,
    component: () => <h1>Home</h1>,
  });
  const books = createRoute({
    getParentRoute: () => rootRoute,
    path: "/books",
    loader: load,
    component: () => <h1 tabIndex={-1}>Books</h1>,
  });
  const router = createRouter({
    routeTree: rootRoute.addChildren([home, books]),
    history: createMemoryHistory({ initialEntries: entries, initialIndex: entries.length - 1 }),
    defaultErrorComponent: ErrorScreen,
    defaultNotFoundComponent: NotFoundScreen,
  });
  await render(
    <I18nProvider i18n={i18n}>
      <RouterProvider router={router as never} />
    </I18nProvider>,
  );
  return router;
}

const heading = (name: string) => page.getByRole("heading", { name });
const tryAgain = () => page.getByRole("button", { name: "Try again" });

beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => {}));
afterEach(() => {
  vi.useRealTimers();
  onlineManager.setOnline(true);
});

test("an unexpected error shows its reference, but not its message", async () => {
  await openApp(() => Promise.reject(failure), ["/books"]);
  await expect.element(heading("Something went wrong")).toBeVisible();
  await expect.element(page.getByText("ERROR")).toBeVisible();
  expect(document.querySelector("code")?.textContent).toBe("Something went wrong\nReference: abc");
  expect(document.body.textContent).not.toContain("relation");
  for (const name of ["Try again", "Go back"])
    await expect.element(page.getByRole("button", { name })).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Home" })).toHaveAttribute("href", "/");
});

test("a client error shows its message", async () => {
  const known = Object.assign(new Error("Someone else saved this book first."), { status: 409 });
  await openApp(() => Promise.reject(known), ["/books"]);
  await expect.element(page.getByRole("code")).toHaveTextContent("Someone else saved this book first.");
  await expect.element(heading("Something went wrong")).toBeVisible();
});

test("Try again is busy for 600 ms, then reloads the data and focuses the page", async () => {
  const again = Promise.withResolvers();
  const load = vi.fn<() => Promise<unknown>>().mockRejectedValueOnce(failure).mockReturnValue(again.promise);
  await openApp(load, ["/books"]);
  await expect.element(tryAgain()).toBeVisible();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  tryAgain().element().focus();
  await userEvent.keyboard("{Enter}");
  await userEvent.keyboard("{Enter}");
  await expect.element(tryAgain()).toBeDisabled();
  expect(document.activeElement).toBe(tryAgain().element());
  await expect.element(tryAgain()).toHaveAttribute("aria-busy", "true");
  const animations = tryAgain().element().getAnimations({ subtree: true });
  expect(animations.map((each) => (each as CSSAnimation).animationName)).toContain("spin");
  await vi.advanceTimersByTimeAsync(599);
  expect(load).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  vi.useRealTimers();
  await expect.poll(() => load.mock.calls.length).toBe(2);
  await expect.element(tryAgain()).toBeDisabled();
  expect(document.activeElement).toBe(tryAgain().element());

  again.resolve({});
  await expect.element(heading("Books")).toBeVisible();
  await expect.poll(() => document.activeElement?.textContent).toBe("Books");
});

test("after another error it can be tried again", async () => {
  const load = vi.fn<() => Promise<unknown>>().mockRejectedValue(failure);
  await openApp(load, ["/books"]);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  await tryAgain().click();
  await vi.advanceTimersByTimeAsync(600);
  vi.useRealTimers();
  await expect.poll(() => load.mock.calls.length).toBe(2);
  await expect.poll(() => tryAgain().element().getAttribute("aria-disabled")).toBe("false");
  await expect.poll(() => document.activeElement?.textContent).toBe("Something went wrong");
});

test("an error without a connection says so, and the page is loaded when the connection is back", async () => {
  const load = vi.fn<() => Promise<unknown>>().mockRejectedValueOnce(failure).mockResolvedValue({});
  onlineManager.setOnline(false);
  await openApp(load, ["/books"]);
  await expect.element(tryAgain()).toBeVisible();
  expect(document.querySelector("code")?.textContent).toContain("offline");
  onlineManager.setOnline(true);
  await expect.element(heading("Books")).toBeVisible();
});

test("a retry does nothing after the user has left the page", async () => {
  const loadHome = vi.fn();
  await openApp(() => Promise.reject(failure), ["/", "/books"], loadHome);
  await expect.element(tryAgain()).toBeVisible();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  await tryAgain().click();
  await page.getByRole("button", { name: "Go back" }).click();
  await expect.element(heading("Home")).toBeVisible();
  await vi.advanceTimersByTimeAsync(600);
  expect(loadHome).toHaveBeenCalledTimes(1);
  await expect.element(heading("Home")).toBeVisible();
});

test("Go back goes to the previous page", async () => {
  const router = await openApp(() => {}, ["/books", "/nowhere"]);
  await page.getByRole("button", { name: "Go back" }).click();
  await expect.element(heading("Books")).toBeVisible();
  expect(router.state.location.pathname).toBe("/books");
});

test("on the first page of a tab, Go back goes home", async () => {
  await openApp(() => {}, ["/nowhere"]);
  await page.getByRole("button", { name: "Go back" }).click();
  await expect.element(heading("Home")).toBeVisible();
});

test("an error that replaces a page takes the focus", async () => {
  const router = await openApp(() => Promise.reject(failure), ["/"]);
  await expect.element(heading("Home")).toBeVisible();
  await router.navigate({ to: "/books" } as never);
  await expect.poll(() => document.activeElement?.textContent).toBe("Something went wrong");
});

test("403 and 404 have their own pages, without Try again", async () => {
  await openApp(() => Promise.reject(Object.assign(new Error("No"), { status: 403 })), ["/books"]);
  await expect.element(heading("You do not have access to this page")).toBeVisible();
  await expect.element(tryAgain()).not.toBeInTheDocument();
  expect(document.title).toContain("You do not have access to this page");
});

test.each([
  [403, "You do not have access to this page"],
  [404, "This page could not be found"],
  [500, "Something went wrong"],
  [undefined, "Something went wrong"],
])("an error with the status %s has the title %j", async (status, title) => {
  await renderComponent(<ErrorScreen error={Object.assign(new Error("No"), { status })} />);
  await expect.element(page.getByRole("heading", { level: 1 })).toHaveTextContent(title);
});

test("the reference can be copied", async () => {
  const copied = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  await openApp(() => Promise.reject(failure), ["/books"]);
  await page.getByRole("button", { name: "Copy reference" }).click();
  await expect.element(page.getByRole("status")).toHaveTextContent("Reference copied");
  expect(copied).toHaveBeenCalledWith("abc");
});

test.for([
  [390, 667],
  [320, 568],
] as const)("without a layout around it, it fits a phone's screen of %i × %i", async ([width, height]) => {
  await page.viewport(width, height);
  await renderComponent(<StandaloneNotFoundScreen />);
  expect(document.documentElement.scrollHeight).toBe(height);
});

test("each kind of error has its own illustration, and leads home and back", async () => {
  const seen = new Set<string | null>();
  for (const status of [403, 404, 500, undefined]) {
    const error = Object.assign(new Error("No"), status && { code: "CODE", status });
    const { container, unmount } = await renderComponent(<ErrorScreen error={error} />);
    const drawing = container.querySelector<SVGUseElement>("svg use");
    await expect.poll(() => drawing?.getBBox().width).toBeGreaterThan(100);
    seen.add(drawing?.getAttribute("href") ?? null);
    await expect.element(page.getByRole("link", { name: "Home", exact: true })).toHaveAttribute("href", "/");
    await expect.element(page.getByRole("button", { name: "Go back", exact: true })).toBeVisible();
    await unmount();
  }
  expect(seen.size).toBe(4);
});

test.each([
  ["SERVICE_UNAVAILABLE", 503, /^The service is unavailable right now/],
  ["TOO_MANY_REQUESTS", 429, /^Too many requests/],
])(
  "after %s, the server is asked whether it is ready, and then the page is loaded again",
  async (code, status, text) => {
    vi.useFakeTimers({ toFake: ["setInterval"] });
    const ask = vi.spyOn(window, "fetch").mockResolvedValue(new Response(null, { status: 503 }));
    const load = vi.fn().mockRejectedValueOnce(Object.assign(new Error("No"), { code, status }));
    await openApp(load, ["/books"]);
    await expect.element(page.getByText(text)).toBeVisible();
    vi.advanceTimersByTime(5_000);
    expect(ask).toHaveBeenCalledWith("/ready");
    expect(load).toHaveBeenCalledTimes(1);
    ask.mockResolvedValue(new Response());
    vi.advanceTimersByTime(5_000);
    await expect.element(heading("Books")).toBeVisible();
  },
);

test("an error with a known code is explained in the language of the page", async () => {
  const error = Object.assign(new Error("No"), { code: "TOO_SLOW", status: 503 });
  await renderComponent(<ErrorScreen error={error} />, otherLanguage);
  const { t } = await loadI18n(otherLanguage);
  await expect.element(page.getByRole("code")).toHaveTextContent(t("common:errors.tooSlow"));
});
