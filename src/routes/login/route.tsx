import { createFileRoute, Outlet } from "@tanstack/react-router";
import { CoverWall } from "#features/books/cover/cover-wall.tsx";
import { NotFoundScreen, StandaloneErrorScreen } from "#ui/errors/error-screen.tsx";
import { AuthLayout } from "#ui/layout/auth-layout.tsx";

export const Route = createFileRoute("/login")({
  staticData: { texts: ["auth"] },
  component: LoginLayout,
  notFoundComponent: NotFoundScreen,
  errorComponent: StandaloneErrorScreen,
});

function LoginLayout() {
  return (
    <AuthLayout aside={<CoverWall />}>
      <Outlet />
    </AuthLayout>
  );
}
