import { type ReactNode, useState } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { Button } from "#ui/controls/button.tsx";
import { textButtonClasses } from "#ui/controls/text-button.tsx";
import { checkEmail } from "../../email.ts";
import { AccountButtons } from "./account-buttons.tsx";

type LoginProps = { accounts: readonly { name: string; email: string }[]; redirect: string };
type VerifyProps = { email: string };

/** What a login page shows browsers on this machine. */
export default function LocalHint(props: LoginProps | VerifyProps) {
  return "email" in props ? <VerifyHint {...props} /> : <LoginHint {...props} />;
}

/** On the login page: the accounts for trying the product, and the mailbox. */
function LoginHint({ accounts, redirect }: LoginProps) {
  return (
    <Hint>
      {accounts.length > 0 && <AccountButtons accounts={accounts} redirect={redirect} />}
      <MailboxLink />
    </Hint>
  );
}

/** On the page for the code: the mailbox, and a button that fetches the code and fills it in. */
function VerifyHint({ email }: VerifyProps) {
  const { t } = useTranslation("authLocal");
  const [isBusy, setBusy] = useState(false);
  const [isMissing, setMissing] = useState(false);

  async function press() {
    setBusy(true);
    setMissing(false);
    const code = await fetchCode(checkEmail(email).email).catch(() => undefined);
    setBusy(false);
    if (code) fillIn(code);
    else setMissing(true);
  }

  return (
    <Hint>
      <Button className="noscript:hidden" isBusy={isBusy} onClick={() => void press()}>
        {t("fillIn")}
      </Button>
      <MailboxLink />
      <p role="status" className="text-sm text-danger empty:hidden">
        {isMissing && t("missing")}
      </p>
    </Hint>
  );
}

function Hint({ children }: { children: ReactNode }) {
  const { t } = useTranslation("authLocal");
  return (
    <div className="mt-6 grid gap-2 rounded-surface border border-dashed border-control px-4 pt-3 pb-1">
      <p className="text-sm text-muted-foreground">{t("text")}</p>
      {children}
    </div>
  );
}

function MailboxLink() {
  const { t } = useTranslation("authLocal");
  return (
    <a href="/dev/mailbox" target="_blank" className={`${textButtonClasses} justify-self-center`}>
      {t("mailbox")}
    </a>
  );
}

const attempts = 10;
const pauseMs = 300;

/** The newest code that was mailed to an email. The mail may be a moment late. */
async function fetchCode(email: string): Promise<string | undefined> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const response = await fetch(`/dev/mailbox/code?${new URLSearchParams({ email })}`);
    if (response.ok) return ((await response.json()) as { code: string }).code;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  return undefined;
}

/** Enters a code as its user would: the last digit submits the form, if it wasn't submitted before. */
function fillIn(code: string): void {
  const input = document.querySelector<HTMLInputElement>("input[name=code]");
  // React replaces the element's own setter, and ignores events after it.
  const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;
  setter?.call(input, code);
  input?.focus();
  input?.dispatchEvent(new Event("input", { bubbles: true }));
}
