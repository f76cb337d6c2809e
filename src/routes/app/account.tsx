import { createFileRoute } from "@tanstack/react-router";
import { buttonClasses } from "#ui/controls/button.tsx";
import { AccountScreen } from "#features/account/screens/account-screen.tsx";
import { SignOut } from "#features/auth/screens/sign-out.tsx";

export const Route = createFileRoute("/app/account")({
  staticData: { texts: ["account"] },
  component: Account,
});

function Account() {
  const { user } = Route.useRouteContext();
  return (
    <AccountScreen
      user={user}
      otherArea={user.areas.manager ? "/manager" : undefined}
      signOut={<SignOut className={buttonClasses()} />}
    />
  );
}
