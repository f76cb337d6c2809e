import { useLocation } from "@tanstack/react-router";
import { useTranslation } from "#i18n/use-translation.tsx";
import { isolate } from "#i18n/isolate.tsx";
import { sendSignInCode } from "../codes/sign-in-codes.ts";
import { ResendCode } from "../codes/screens/resend-code.tsx";
import { useCodeRequest } from "../codes/screens/use-code-request.ts";
import { LocalHint } from "../local/screens/load-hints.tsx";
import { VerifyForm, type VerifyFormProps } from "./verify-form.tsx";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** When the code for this page was requested (milliseconds, Date.now). */
    codeRequestedAt?: number;
  }
}

/** Verifies the code that was sent (specification, "Verification"). */
export function VerifyScreen({
  signUp,
  isThisMachine,
  ...form
}: VerifyFormProps & {
  signUp: boolean;
  /** Whether the browser may read the embedded mailbox. */
  isThisMachine: boolean;
}) {
  const { t } = useTranslation("auth");
  const { email } = form;
  const requestedAt = useLocation({ select: ({ state }) => state.codeRequestedAt });
  const request = useCodeRequest(sendSignInCode, requestedAt);
  const text = t(signUp ? "verify.signUpText" : "verify.text", { email: isolate(email) });
  return (
    <>
      <VerifyForm {...form} text={text}>
        <ResendCode email={email} request={request} field={{ name: "again", value: "yes" }} />
      </VerifyForm>
      {isThisMachine && <LocalHint email={email} />}
    </>
  );
}
