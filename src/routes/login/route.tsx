import { createFileRoute, Outlet } from "@tanstack/react-router";
import { openGraph } from "#brand/open-graph.ts";
import { LoginAside } from "#features/auth/screens/login-aside.tsx";
import { NotFoundScreen, StandaloneErrorScreen } from "#ui/errors/error-screen.tsx";
import { AuthLayout } from "#ui/layout/auth-layout.tsx";

export const Route = createFileRoute("/login")({
  // In the first script: people begin here.
  codeSplitGroupings: [],
  staticData: { texts: ["auth"] },
  head: ({ match }) => ({ meta: openGraph(match.context.page.origin) }),
  component: LoginLayout,
  notFoundComponent: NotFoundScreen,
  errorComponent: StandaloneErrorScreen,
});

function LoginLayout() {
  return (
    <AuthLayout aside={LoginAside && <LoginAside />}>
      <Outlet />
    </AuthLayout>
  );
}
