import { useTranslation } from "#i18n/use-translation.tsx";
import { formatDate, formatNumber } from "#i18n/formats.ts";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import { Button, ButtonLink } from "#ui/controls/button.tsx";
import { Alert } from "#ui/display/alert.tsx";
import { Heading } from "#ui/layout/heading.tsx";
import { PageTitle } from "#ui/page-title.tsx";

type EmailChange = { oldEmail: string; newEmail: string; changedAt: Date };
type Undone = { email: string; passkeys: number; linkedAccounts: number; keys: number };

type UndoEmailScreenProps = {
  token: string;
  /** The change that the link undoes; undefined if it has expired or was undone. */
  change: EmailChange | undefined;
  /** The result of the form. */
  undone: Undone | undefined;
  /** The old email has another account. */
  isTaken: boolean;
};

/** The page of the link that undoes an email change. Only its button does, because mail scanners open links. */
export function UndoEmailScreen({ token, change, undone, isTaken }: UndoEmailScreenProps) {
  const { t } = useTranslation("authAccount");
  if (undone) return <Done {...undone} />;
  if (change) return <Question token={token} change={change} isTaken={isTaken} />;
  return (
    <>
      <Title>{t("emailUndo.expiredTitle")}</Title>
      <p className="mt-2 text-muted-foreground">{t("emailUndo.expired")}</p>
      <LoginLink />
    </>
  );
}

function Question({
  token,
  change: { oldEmail, newEmail, changedAt },
  isTaken,
}: {
  token: string;
  change: EmailChange;
  isTaken: boolean;
}) {
  const { t, i18n } = useTranslation("authAccount");
  const emails = { old: isolate(oldEmail), new: isolate(newEmail) };
  const day = formatDate(i18n.language, changedAt);
  return (
    <>
      <Title>{t("emailUndo.title")}</Title>
      <div className="mt-2 mb-6 grid gap-4 text-muted-foreground">
        <p>
          <Isolated>{t("emailUndo.text", { ...emails, day })}</Isolated>
        </p>
        <p>{t("emailUndo.effects")}</p>
      </div>
      {isTaken && (
        <div className="mb-6">
          <Alert
            variant="danger"
            title={<Isolated>{t("emailUndo.taken", { email: isolate(oldEmail) })}</Isolated>}
          />
        </div>
      )}
      <form method="post" action="/login/undo-email" className="grid">
        <input type="hidden" name="token" value={token} />
        <Button type="submit" variant="primary">
          {t("emailUndo.submit")}
        </Button>
      </form>
    </>
  );
}

function Done({ email, passkeys, linkedAccounts, keys }: Undone) {
  const { t, i18n } = useTranslation("authAccount");
  const counted = (count: number) => ({ count, number: formatNumber(i18n.language, count) });
  return (
    <>
      <Title>{t("emailUndo.doneTitle")}</Title>
      <ul className="mt-2 grid list-disc gap-1 ps-5 text-muted-foreground">
        <li>
          <Isolated>{t("emailUndo.done", { email: isolate(email) })}</Isolated>
        </li>
        <li>{t("emailUndo.sessions")}</li>
        {passkeys > 0 && <li>{t("emailUndo.passkeys", counted(passkeys))}</li>}
        {keys > 0 && <li>{t("emailUndo.keys", counted(keys))}</li>}
        {linkedAccounts > 0 && <li>{t("emailUndo.linkedAccounts", counted(linkedAccounts))}</li>}
      </ul>
      <LoginLink />
    </>
  );
}

function Title({ children }: { children: string }) {
  return (
    <>
      <PageTitle>{children}</PageTitle>
      <Heading>{children}</Heading>
    </>
  );
}

function LoginLink() {
  const { t } = useTranslation("auth");
  return (
    <ButtonLink to="/login" variant="primary" className="mt-6 w-full">
      {t("loginError.back")}
    </ButtonLink>
  );
}
