import { createFileRoute, Outlet } from "@tanstack/react-router";
import { useMemo } from "react";
import { AppLayout } from "#features/app/screens/app-layout.tsx";
import { SignInAgain } from "#features/auth/sessions/screens/sign-in-again.tsx";
import { SignOut } from "#features/auth/sessions/screens/sign-out.tsx";
import { useBookSource } from "#features/books/screens/book-source.tsx";
import { requireArea } from "#routing/guards.ts";
import { useRefreshUser } from "#routing/refresh-user.ts";
import { NotFoundScreen } from "#ui/errors/not-found-screen.tsx";
import { StandaloneErrorScreen } from "#ui/errors/standalone-screens.tsx";
import { sidebarItemClass } from "#ui/layout/sidebar-link.ts";

export const Route = createFileRoute("/app")({
  staticData: { texts: ["app", "auth", "books"] },
  beforeLoad: (options) => requireArea(options, "app"),
  component: AppArea,
  notFoundComponent: NotFoundScreen,
  errorComponent: StandaloneErrorScreen,
});

function AppArea() {
  const { user, page } = Route.useRouteContext();
  return (
    <AppLayout
      mayManage={user.areas.manager}
      isSidebarCollapsed={page.isSidebarCollapsed}
      sources={useSources()}
      signOut={<SignOut className={sidebarItemClass} />}
    >
      <Outlet />
      <SignInAgain email={user.email} onSignedIn={useRefreshUser()} />
    </AppLayout>
  );
}

/** What the area's command palette searches: one line for each feature that can be searched. */
function useSources() {
  const books = useBookSource("app");
  return useMemo(() => [books], [books]);
}
