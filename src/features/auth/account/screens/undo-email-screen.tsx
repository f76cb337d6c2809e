import { useTranslation } from "#i18n/use-translation.tsx";
import { formatDate, formatNumber } from "#i18n/formats.ts";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import { Button, ButtonLink } from "#ui/controls/button.tsx";
import { Alert } from "#ui/display/alert.tsx";
import { PostForm } from "#ui/form/post-form.tsx";
import { Heading } from "#ui/layout/heading.tsx";
import { PageTitle } from "#ui/page-title.tsx";

type EmailChange = { oldEmail: string; newEmail: string; changedAt: Date };
/** The email, and how much other access was removed. */
type Undone = {
  email: string;
  passkeys: number; // optional: passkeys
  linkedAccounts: number; // optional: social
  keys: number; // optional: api-keys
};

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
  const isOpen = change && !undone;
  const title = t(undone ? "emailUndo.doneTitle" : isOpen ? "emailUndo.title" : "emailUndo.expiredTitle");
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <Heading>{title}</Heading>
      <div className="mt-2 mb-6 grid gap-4 text-muted-foreground">
        {undone ? <Done {...undone} /> : isOpen ? <Question {...change} /> : <p>{t("emailUndo.expired")}</p>}
      </div>
      {isOpen && isTaken && (
        <div className="mb-6">
          <Alert
            variant="danger"
            title={<Isolated>{t("emailUndo.taken", { email: isolate(change.oldEmail) })}</Isolated>}
          />
        </div>
      )}
      {isOpen ? (
        <PostForm action="/login/undo-email" className="grid">
          <input type="hidden" name="token" value={token} />
          <Button type="submit" variant="primary">
            {t("emailUndo.submit")}
          </Button>
        </PostForm>
      ) : (
        <ButtonLink to="/login" variant="primary" className="w-full">
          {t("auth:loginError.back")}
        </ButtonLink>
      )}
    </>
  );
}

function Question({ oldEmail, newEmail, changedAt }: EmailChange) {
  const { t, i18n } = useTranslation("authAccount");
  const emails = { old: isolate(oldEmail), new: isolate(newEmail) };
  return (
    <>
      <p>
        <Isolated>{t("emailUndo.text", { ...emails, day: formatDate(i18n.language, changedAt) })}</Isolated>
      </p>
      <p>{t("emailUndo.effects")}</p>
    </>
  );
}

function Done({ email, ...removed }: Undone) {
  const { t, i18n } = useTranslation("authAccount");
  return (
    <ul className="grid list-disc gap-1 ps-5">
      <li>
        <Isolated>{t("emailUndo.done", { email: isolate(email) })}</Isolated>
      </li>
      <li>{t("emailUndo.sessions")}</li>
      {Object.entries<number>(removed).map(
        ([access, count]) =>
          count > 0 && (
            <li key={access}>
              {t(`emailUndo.${access as keyof typeof removed}`, {
                count,
                number: formatNumber(i18n.language, count),
              })}
            </li>
          ),
      )}
    </ul>
  );
}
