import { ConfirmIdentity } from "#features/auth/confirmation/screens/confirm-identity.tsx";
import { DemoRejection } from "#features/auth/demo/screens/demo-rejection.tsx";
import { SignInAgain } from "#features/auth/sessions/screens/sign-in-again.tsx";
import { SignOutConfirmation } from "#features/auth/sessions/screens/sign-out.tsx";
import type { Page, PageUser } from "../page/page.ts";

/** The dialogs that any page of an area can need: to log in again, confirm who one is, or sign out. */
export function SessionDialogs({ page, user }: { page: Page; user: PageUser }) {
  return (
    <>
      <SessionEnd page={page} />
      <ConfirmIdentity email={user.email} />
      <SignOutConfirmation />
    </>
  );
}

/** What happens when the session ends. */
function SessionEnd({ page }: { page: Page }) {
  if (page.demo) return <DemoRejection />; // optional: demo
  // An administrator can't sign in as the user: the banner leads back to Manager. // optional: impersonation
  if (page.user?.impersonation) return null; // optional: impersonation
  return page.user && <SignInAgain user={page.user} />;
}
