import { createFileRoute, Outlet } from "@tanstack/react-router";
import { useEffect } from "react";
import { UserCan } from "#app/access/user-can.tsx";
import { areaTexts } from "#app/features.ts";
import { AppLayout } from "#app/layouts/app-layout.tsx";
import { SessionDialogs } from "#app/layouts/session-dialogs.tsx";
import { requireArea } from "#app/routing/guards.ts";
import { SignOut } from "#features/auth/sessions/screens/sign-out.tsx";
import { NotFoundScreen, StandaloneErrorScreen } from "#ui/errors/error-screen.tsx";
import { registerServiceWorker } from "#ui/service-worker.ts";
import { sidebarFooterItemClass } from "#ui/layout/sidebar.tsx";

export const Route = createFileRoute("/app")({
  staticData: { texts: areaTexts("app") },
  beforeLoad: (options) => requireArea(options, "app"),
  component: AppArea,
  notFoundComponent: NotFoundScreen,
  errorComponent: StandaloneErrorScreen,
});

function AppArea() {
  const { user, page } = Route.useRouteContext();
  useEffect(registerServiceWorker, []); // optional: offline
  return (
    <UserCan user={user}>
      <AppLayout
        isSidebarCollapsed={page.isSidebarCollapsed}
        signOut={<SignOut className={sidebarFooterItemClass} />}
      >
        <Outlet />
        <SessionDialogs page={page} user={user} />
      </AppLayout>
    </UserCan>
  );
}
