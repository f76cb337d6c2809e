import { useRouter, type ErrorComponentProps } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../controls/button.tsx";
import { PageTitle } from "../page-title.tsx";
import { ErrorPage } from "./error-page.tsx";
import { errorReference, errorStatus } from "./status.ts";

/** How long "Try again" shows that it works before data is fetched again, in milliseconds (specification, section 9). */
const retryDelay = 600;

/** What a screen becomes when it fails: 403 in place, a known error's own words, or an unknown one's reference. */
export function ErrorScreen({ error }: ErrorComponentProps) {
  return errorStatus(error) === 403 ? <ForbiddenPage /> : <UnexpectedPage error={error} />;
}

function ForbiddenPage() {
  const { t } = useTranslation("components");
  return (
    <>
      <PageTitle>{t("errorPage.forbidden")}</PageTitle>
      <ErrorPage sign="403" title={t("errorPage.forbidden")} />
    </>
  );
}

function UnexpectedPage({ error }: { error: unknown }) {
  const { t } = useTranslation("components");
  const router = useRouter();
  const [isRetrying, setRetrying] = useState(false);
  const status = errorStatus(error);
  const reference = errorReference(error);
  const message = error instanceof Error && status && status < 500 ? error.message : t("errorPage.unknown");

  function retry() {
    setRetrying(true);
    setTimeout(() => void router.invalidate().finally(() => setRetrying(false)), retryDelay);
  }

  return (
    <>
      <PageTitle>{t("errorPage.unknown")}</PageTitle>
      <ErrorPage
        sign={t("errorPage.label")}
        title={t("errorPage.unknown")}
        actions={
          <Button look="primary" onClick={retry} disabled={isRetrying} aria-busy={isRetrying}>
            {isRetrying && <span className="spinner size-4" aria-hidden />}
            {t("errorPage.tryAgain")}
          </Button>
        }
      >
        <pre className="max-w-full overflow-x-auto rounded-control bg-wash px-4 py-3 text-start text-sm whitespace-pre-wrap">
          <code>{reference ? `${message}\n${t("errorPage.reference", { reference })}` : message}</code>
        </pre>
      </ErrorPage>
    </>
  );
}
