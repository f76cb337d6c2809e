import { lazy, Suspense, useEffect, useState } from "react";
import { onSessionExpired } from "#rpc/session-expiry.ts";

/** Hardly ever needed, and then not in a hurry. */
const SignInAgainDialog = lazy(() => import("./sign-in-again-dialog.tsx"));

type SignInAgainProps = {
  /** Whose session it was. */
  email: string;
  onSignedIn: () => Promise<void>;
};

/** Asks someone whose session ended while they were working to sign in again in place, so that they lose nothing. */
export function SignInAgain({ email, onSignedIn }: SignInAgainProps) {
  const [question, setQuestion] = useState<{ answer: (isSignedIn: boolean) => void }>();
  const [isNeeded, setNeeded] = useState(false);

  useEffect(
    () =>
      onSessionExpired(() => {
        setNeeded(true);
        return new Promise((answer) => setQuestion({ answer }));
      }),
    [],
  );

  function answer(isSignedIn: boolean) {
    question?.answer(isSignedIn);
    setQuestion(undefined);
  }

  async function goOn() {
    answer(true);
    await onSignedIn();
  }

  if (!isNeeded) return null;
  return (
    <Suspense>
      <SignInAgainDialog
        isOpen={question !== undefined}
        email={email}
        onClose={() => answer(false)}
        onSignedIn={() => void goOn()}
      />
    </Suspense>
  );
}
