import { createFileRoute, Outlet } from "@tanstack/react-router";
import { UserCan } from "#app/access/user-can.tsx";
import { areaTexts } from "#app/features.ts";
import { ManagerLayout } from "#app/layouts/manager-layout.tsx";
import { SessionDialogs } from "#app/layouts/session-dialogs.tsx";
import { requireArea } from "#app/routing/guards.ts";
import { managerError } from "#features/auth/impersonation/screens/manager-error.tsx";
import { SignOutItem } from "#features/auth/sessions/screens/sign-out.tsx";
import { NotFoundScreen, StandaloneErrorScreen } from "#ui/errors/error-screen.tsx";

export const Route = createFileRoute("/manager")({
  staticData: { texts: areaTexts("manager"), breadcrumb: "areas:manager" },
  beforeLoad: (options) => requireArea(options, "manager"),
  component: ManagerArea,
  notFoundComponent: NotFoundScreen,
  errorComponent: StandaloneErrorScreen,
  ...managerError, // optional: impersonation
});

function ManagerArea() {
  const { user, page } = Route.useRouteContext();
  return (
    <UserCan user={user}>
      <ManagerLayout user={user} isSidebarCollapsed={page.isSidebarCollapsed} signOut={<SignOutItem />}>
        <Outlet />
        <SessionDialogs page={page} user={user} />
      </ManagerLayout>
    </UserCan>
  );
}
