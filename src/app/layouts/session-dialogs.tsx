import { ConfirmIdentity } from "#features/auth/confirmation/screens/confirm-identity.tsx";
import { DemoRejection } from "#features/auth/demo/screens/demo-rejection.tsx";
import { SignInAgain } from "#features/auth/sessions/screens/sign-in-again.tsx";
import { SignOutConfirmation } from "#features/auth/sessions/screens/sign-out.tsx";
import type { Page, PageUser } from "../page/page.ts";

/** The dialogs that any page of an area can need: to log in again, confirm who one is, or sign out. */
export function SessionDialogs({ page, user }: { page: Page; user: PageUser }) {
  return (
    <>
      {canSignInAgain(page) && <SignInAgain user={user} />}
      <ConfirmIdentity email={user.email} />
      {page.demo && <DemoRejection />}
      <SignOutConfirmation />
    </>
  );
}

function canSignInAgain(page: Page): boolean {
  // An administrator can't sign in as the user: the banner leads back to Manager. // optional: impersonation
  if (page.user?.impersonation) return false; // optional: impersonation
  return !page.demo;
}
