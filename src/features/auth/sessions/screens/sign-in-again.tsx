import { lazy, Suspense, useEffect, useState } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { onSessionExpired, promptReauth } from "#rpc/session-expiry.ts";
import { hasUnsavedChanges, setSubmitsInterrupted } from "#ui/form/unsaved-changes.ts";
import { useRefreshUser } from "../../queries.ts";

const SignInAgainDialog = lazy(() => import("./sign-in-again-dialog.tsx"));

/** `activeElement` loses the focus while the page is hidden. */
type Prompt = { resolve: (isSignedIn: boolean) => void; activeElement: Element | null };

/**
 * Lets a user whose session ended sign in again in a dialog, so that they lose no work. Until then the page is hidden
 * (OWASP ASVS 14.3.1), and closing the dialog leaves it.
 */
export function SignInAgain({ user: { id, email } }: { user: { id: string; email: string } }) {
  const refreshUser = useRefreshUser();
  const [prompt, setPrompt] = useState<Prompt>();
  const [isNeeded, setNeeded] = useState(false);

  useEffect(
    () =>
      onSessionExpired(() => {
        setNeeded(true);
        const { activeElement } = document;
        return new Promise((resolve) => setPrompt({ resolve, activeElement }));
      }),
    [],
  );
  useHiddenPage(prompt);
  useEffect(() => {
    setSubmitsInterrupted(prompt !== undefined);
    return () => setSubmitsInterrupted(false);
  }, [prompt]);

  useEffect(() => {
    const channel = new BroadcastChannel("session");
    channel.addEventListener("message", ({ data }: MessageEvent<{ userId?: string }>) => {
      if (data.userId === undefined) return;
      if (data.userId === id) {
        if (prompt) void resume();
      } else if (hasUnsavedChanges()) void promptReauth();
      else location.reload();
    });
    return () => channel.close();
  });

  async function resume() {
    prompt?.resolve(true);
    setPrompt(undefined);
    await refreshUser();
  }

  if (!isNeeded) return null;
  return (
    <div className="visible">
      <Suspense>
        <SignInAgainDialog
          isOpen={prompt !== undefined}
          email={email}
          // Leads to /login and back here, after the browser's own question about unsaved changes.
          onClose={() => location.reload()}
          onSignedIn={() => void resume()}
        />
      </Suspense>
    </div>
  );
}

/** Hides the page during a prompt, except for what is in `visible`. */
function useHiddenPage(prompt: Prompt | undefined) {
  const { t } = useTranslation("auth");
  const hiddenTitle = t("again.title");
  useEffect(() => {
    if (!prompt) return;
    const { title } = document;
    document.title = hiddenTitle;
    document.documentElement.dataset.hidden = "";
    return () => {
      document.title = title;
      delete document.documentElement.dataset.hidden;
      if (prompt.activeElement instanceof HTMLElement) prompt.activeElement.focus();
    };
  }, [prompt, hiddenTitle]);
}
