import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { I18nProvider } from "#i18n/use-translation.tsx";
import { loadI18n } from "../../../../../testing/components/providers.tsx";
import { ProfileCard } from "./profile-card.tsx";

test.each([
  ["Ada", "Ada"],
  [null, "N/A"],
])("the name %j is shown as %j, with the action to change it", async (name, shown) => {
  const user = { name, email: "ada@example.com", emailVerified: true };
  const routeTree = createRootRoute({ component: () => <ProfileCard user={user} search={{}} /> });
  const router = createRouter({ routeTree, history: createMemoryHistory() });
  await router.load();
  const html = renderToStaticMarkup(
    <I18nProvider i18n={await loadI18n("en")}>
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </I18nProvider>,
  );
  expect(html).toContain(`<bdi>${shown}</bdi>`);
  expect(html).toContain("Change your name</a>");
});
