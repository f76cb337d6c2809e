import { lazy, Suspense, useEffect, useState } from "react";
import { onSessionExpired } from "#rpc/session-expiry.ts";

const SignInAgainDialog = lazy(() => import("./sign-in-again-dialog.tsx"));

type SignInAgainProps = {
  /** The email of the session's user. */
  email: string;
  onSignedIn: () => Promise<void>;
};

/** Lets a user whose session expired sign in again in a dialog, so that they lose no work. */
export function SignInAgain({ email, onSignedIn }: SignInAgainProps) {
  const [prompt, setPrompt] = useState<{ resolve: (isSignedIn: boolean) => void }>();
  const [isNeeded, setNeeded] = useState(false);

  useEffect(
    () =>
      onSessionExpired(() => {
        setNeeded(true);
        return new Promise((resolve) => setPrompt({ resolve }));
      }),
    [],
  );

  function finish(isSignedIn: boolean) {
    prompt?.resolve(isSignedIn);
    setPrompt(undefined);
  }

  async function resume() {
    finish(true);
    await onSignedIn();
  }

  if (!isNeeded) return null;
  return (
    <Suspense>
      <SignInAgainDialog
        isOpen={prompt !== undefined}
        email={email}
        onClose={() => finish(false)}
        onSignedIn={() => void resume()}
      />
    </Suspense>
  );
}
