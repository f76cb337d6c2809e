import { createFileRoute, Outlet } from "@tanstack/react-router";
import { useMemo } from "react";
import { SignInAgain } from "#features/auth/sessions/screens/sign-in-again.tsx";
import { SignOutItem, SignOutConfirmation } from "#features/auth/sessions/screens/sign-out.tsx";
import { ManagerLayout } from "#features/manager/screens/manager-layout.tsx";
import { useBookSource } from "#features/books/screens/book-source.tsx";
import { requireArea } from "#routing/guards.ts";
import { useRefreshUser } from "#routing/refresh-user.ts";
import { NotFoundScreen } from "#ui/errors/not-found-screen.tsx";
import { StandaloneErrorScreen } from "#ui/errors/standalone-screens.tsx";

export const Route = createFileRoute("/manager")({
  staticData: { texts: ["manager", "auth", "books"], breadcrumb: "manager:name" },
  beforeLoad: (options) => requireArea(options, "manager"),
  component: ManagerArea,
  notFoundComponent: NotFoundScreen,
  errorComponent: StandaloneErrorScreen,
});

function ManagerArea() {
  const { user, page } = Route.useRouteContext();
  return (
    <ManagerLayout
      user={user}
      isSidebarCollapsed={page.isSidebarCollapsed}
      sources={useSources()}
      signOut={<SignOutItem />}
    >
      <Outlet />
      <SignInAgain email={user.email} onSignedIn={useRefreshUser()} />
      <SignOutConfirmation />
    </ManagerLayout>
  );
}

/** What the area's command palette searches: one line for each feature that can be searched. */
function useSources() {
  const books = useBookSource("manager");
  return useMemo(() => [books], [books]);
}
