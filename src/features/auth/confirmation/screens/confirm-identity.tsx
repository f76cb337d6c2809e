import { lazy, Suspense, useEffect, useState } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { loadTexts } from "#i18n/i18n.ts";
import type { ConfirmationMethod } from "#rpc/context.ts";
import { onConfirmationRequired } from "#rpc/session-expiry.ts";

const ConfirmIdentityDialog = lazy(() => import("./confirm-identity-dialog.tsx"));

type Prompt = { methods: ConfirmationMethod[]; resolve: (isConfirmed: boolean) => void };

/** Lets the user confirm in a dialog that it's them, when the server demands it. Then what they did goes on. */
export function ConfirmIdentity({ email }: { email: string }) {
  const { i18n } = useTranslation();
  const [prompt, setPrompt] = useState<Prompt>();
  const [isOpen, setOpen] = useState(false);

  useEffect(
    () =>
      onConfirmationRequired(async (data) => {
        await loadTexts(i18n, ["authConfirmation"]);
        const { methods } = data as Pick<Prompt, "methods">;
        setOpen(true);
        return await new Promise((resolve) => setPrompt({ methods, resolve }));
      }),
    [i18n],
  );

  function finish(isConfirmed: boolean) {
    prompt?.resolve(isConfirmed);
    setOpen(false);
  }

  if (!prompt) return null;
  return (
    <Suspense>
      <ConfirmIdentityDialog isOpen={isOpen} email={email} methods={prompt.methods} onFinish={finish} />
    </Suspense>
  );
}
