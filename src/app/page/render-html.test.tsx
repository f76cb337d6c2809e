import { Suspense } from "react";
import { expect, test, vi } from "vitest";
import { renderHtml } from "./render-html.server.ts";

const failure = new Error("The title is missing");

function Failing(): never {
  throw failure;
}

test("an error on a page is reported, and the browser gets the page with the boundary's fallback", async () => {
  const onError = vi.fn();
  const page = (
    <main>
      <Suspense fallback="Loading…">
        <Failing />
      </Suspense>
    </main>
  );
  expect(await renderHtml(page, onError)).toContain("Loading…");
  expect(onError).toHaveBeenCalledExactlyOnceWith(failure, expect.anything());
});

test("an error outside of all boundaries is thrown", async () => {
  await expect(renderHtml(<Failing />, vi.fn())).rejects.toBe(failure);
});

test("a page without errors reports none", async () => {
  const onError = vi.fn();
  expect(await renderHtml(<Suspense>Dom Casmurro</Suspense>, onError)).toContain("Dom Casmurro");
  expect(onError).not.toHaveBeenCalled();
});
