import {
  createFileRoute,
  type ErrorComponentProps,
  Outlet,
  rootRouteId,
  useRouteContext,
} from "@tanstack/react-router";
import { useTranslation } from "#i18n/use-translation.tsx";
import { areaTexts } from "#app/features.ts";
import { ManagerLayout } from "#app/layouts/manager-layout.tsx";
import { requireArea } from "#app/routing/guards.ts";
import { ConfirmIdentity } from "#features/auth/confirmation/screens/confirm-identity.tsx";
import { DemoRejection } from "#features/auth/demo/screens/demo-rejection.tsx";
import { SignInAgain } from "#features/auth/sessions/screens/sign-in-again.tsx";
import {
  SignOutConfirmation,
  SignOutItem,
  useSignOutCommand,
} from "#features/auth/sessions/screens/sign-out.tsx";
import { NotFoundScreen, StandaloneErrorScreen } from "#ui/errors/error-screen.tsx";

export const Route = createFileRoute("/manager")({
  staticData: { texts: areaTexts("manager"), breadcrumb: "areas:manager" },
  beforeLoad: (options) => requireArea(options, "manager"),
  component: ManagerArea,
  notFoundComponent: NotFoundScreen,
  errorComponent: ManagerError,
});

function ManagerArea() {
  const { user, page } = Route.useRouteContext();
  return (
    <ManagerLayout
      user={user}
      isSidebarCollapsed={page.isSidebarCollapsed}
      signOut={<SignOutItem />}
      signOutCommand={useSignOutCommand()}
    >
      <Outlet />
      {!page.demo && <SignInAgain user={user} />}
      <ConfirmIdentity email={user.email} />
      {page.demo && <DemoRejection />}
      <SignOutConfirmation />
    </ManagerLayout>
  );
}

/** An administrator who acts as a user needs no other administrator to return to Manager. */
function ManagerError({ error }: ErrorComponentProps) {
  const { t } = useTranslation("authImpersonation");
  const isImpersonating = useRouteContext({
    from: rootRouteId,
    select: ({ page }) => Boolean(page?.user?.impersonation),
  });
  return <StandaloneErrorScreen error={error} forbiddenText={isImpersonating ? t("forbidden") : undefined} />;
}
