import { createFileRoute, Outlet } from "@tanstack/react-router";
import { AppLayout } from "#features/app/screens/app-layout.tsx";
import { SignOut } from "#features/auth/screens/sign-out.tsx";
import { requireArea } from "#routing/guards.ts";
import { NotFoundScreen } from "#ui/errors/not-found-screen.tsx";
import { StandaloneErrorScreen } from "#ui/errors/standalone.tsx";
import { sidebarLine } from "#ui/layout/sidebar-link.ts";

export const Route = createFileRoute("/app")({
  staticData: { texts: ["app", "auth"] },
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
      signOut={<SignOut className={sidebarLine} />}
    >
      <Outlet />
    </AppLayout>
  );
}
