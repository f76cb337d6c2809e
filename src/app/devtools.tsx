import { TanStackDevtools } from "@tanstack/react-devtools";
import { ReactQueryDevtoolsPanel } from "@tanstack/react-query-devtools";
import { TanStackRouterDevtoolsPanel } from "@tanstack/react-router-devtools";
import type { AnyRouter } from "@tanstack/react-router";
import { createRoot } from "react-dom/client";

/**
 * Shows one button for the devtools of Query and Router. In a root of its own, beside the page: the server doesn't render it.
 * Only `npm run dev` loads this file.
 */
export function showDevtools(router: AnyRouter): void {
  const { queryClient } = router.options.context;
  const container = document.body.appendChild(document.createElement("div"));
  createRoot(container).render(
    <TanStackDevtools
      plugins={[
        { name: "TanStack Query", render: <ReactQueryDevtoolsPanel client={queryClient} /> },
        { name: "TanStack Router", render: <TanStackRouterDevtoolsPanel router={router} /> },
      ]}
    />,
  );
}
