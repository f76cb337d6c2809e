import { createFileRoute, Outlet } from "@tanstack/react-router";
import { useEffect } from "react"; // optional: offline
import { areaTexts } from "#app/features.ts";
import { AppLayout } from "#app/layouts/app-layout.tsx";
import { requireArea } from "#app/routing/guards.ts";
import { ConfirmIdentity } from "#features/auth/confirmation/screens/confirm-identity.tsx";
import { DemoRejection } from "#features/auth/demo/screens/demo-rejection.tsx";
import { SignInAgain } from "#features/auth/sessions/screens/sign-in-again.tsx";
import {
  SignOut,
  SignOutConfirmation,
  useSignOutCommand,
} from "#features/auth/sessions/screens/sign-out.tsx";
import { NotFoundScreen, StandaloneErrorScreen } from "#ui/errors/error-screen.tsx";
import { registerServiceWorker } from "#ui/service-worker.ts"; // optional: offline
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
    <AppLayout
      canManage={user.areas.manager}
      isSidebarCollapsed={page.isSidebarCollapsed}
      signOut={<SignOut className={sidebarFooterItemClass} />}
      signOutCommand={useSignOutCommand()}
    >
      <Outlet />
      {/* An administrator can't sign in as the user: the banner leads back to Manager. */}
      {!user.impersonation && !page.demo && <SignInAgain user={user} />}
      <ConfirmIdentity email={user.email} />
      {page.demo && <DemoRejection />}
      <SignOutConfirmation />
    </AppLayout>
  );
}
