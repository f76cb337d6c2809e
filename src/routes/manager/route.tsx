import { createFileRoute, Outlet } from "@tanstack/react-router";
import { SignOut } from "#features/auth/screens/sign-out.tsx";
import { ManagerLayout } from "#features/manager/screens/manager-layout.tsx";
import { requireArea } from "#routing/guards.ts";
import { NotFoundScreen } from "#ui/errors/not-found-screen.tsx";
import { StandaloneErrorScreen } from "#ui/errors/standalone.tsx";
import { sidebarLine } from "#ui/layout/sidebar-link.ts";

export const Route = createFileRoute("/manager")({
  staticData: { texts: ["manager", "auth"] },
  beforeLoad: (options) => requireArea(options, "manager"),
  component: ManagerArea,
  notFoundComponent: NotFoundScreen,
  errorComponent: StandaloneErrorScreen,
});

function ManagerArea() {
  return (
    <ManagerLayout signOut={<SignOut className={sidebarLine} />}>
      <Outlet />
    </ManagerLayout>
  );
}
