import { createFileRoute } from "@tanstack/react-router";
import { buttonClasses } from "#ui/controls/button.tsx";
import { AccountScreen } from "#features/account/screens/account-screen.tsx";
import { SignOut } from "#features/auth/screens/sign-out.tsx";

export const Route = createFileRoute("/manager/account")({
  staticData: { texts: ["account"], crumb: "account:title" },
  component: Account,
});

function Account() {
  const { user } = Route.useRouteContext();
  return <AccountScreen user={user} otherArea={"/app"} signOut={<SignOut className={buttonClasses()} />} />;
}
