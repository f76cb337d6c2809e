import { useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { expect, onTestFinished, test } from "vitest";
import { loadI18n, TestProviders } from "../../../testing/components/providers.tsx";
import { renderComponent } from "../../../testing/render.tsx";
import { NotFoundScreen } from "./error-screen.tsx";

test("a server-rendered error does not take the focus", async () => {
  const i18n = await loadI18n("en");
  const hydrated = Promise.withResolvers<void>();
  function Page() {
    useEffect(() => hydrated.resolve(), []);
    return <NotFoundScreen />;
  }
  const product = (
    <TestProviders i18n={i18n}>
      <Page />
    </TestProviders>
  );
  const container = document.createElement("div");
  container.innerHTML = renderToString(product);
  document.body.append(container);
  const mistakes: unknown[] = [];
  const root = hydrateRoot(container, product, { onRecoverableError: (error) => mistakes.push(error) });
  onTestFinished(() => {
    root.unmount();
    container.remove();
  });
  await hydrated.promise;
  expect(container.querySelector("h1")?.textContent).toBe("This page could not be found");
  expect(document.activeElement).toBe(document.body);
  expect(mistakes).toEqual([]);
});

test("an error that appears later focuses its heading", async () => {
  await renderComponent(<NotFoundScreen />);
  expect(document.activeElement?.textContent).toBe("This page could not be found");
});
