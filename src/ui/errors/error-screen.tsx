import type { ErrorComponentProps } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { Button } from "../controls/button.tsx";
import { CopyReference } from "./copy-reference.tsx";
import { ErrorPage } from "./error-page.tsx";
import { NotFoundScreen } from "./not-found-screen.tsx";
import { errorReference, errorStatus, errorTextKey } from "./error-data.ts";
import { useRetry } from "./use-retry.ts";

/** What a screen becomes when it fails: 403 or 404 in place, a known error's own words, or an unknown one's reference. */
export function ErrorScreen({ error }: ErrorComponentProps) {
  const status = errorStatus(error);
  if (status === 403) return <ForbiddenPage />;
  if (status === 404) return <NotFoundScreen />;
  return <FailedPage error={error} />;
}

function ForbiddenPage() {
  const { t } = useTranslation("components");
  return (
    <ErrorPage illustration="forbidden" label="403" title={t("errorPage.forbidden")}>
      <p className="text-balance text-muted-foreground">{t("errorPage.forbiddenText")}</p>
    </ErrorPage>
  );
}

/** The text for an error: a known error's own message, nothing of an unknown one. */
function useMessage(error: unknown): string {
  const { t } = useTranslation("components");
  const textOf = t as (key: string) => string;
  const key = errorTextKey(error);
  if (key) return textOf(key);
  const status = errorStatus(error);
  return error instanceof Error && status && status < 500 ? error.message : t("errorPage.unknown");
}

/** The error boundary's page (specification, "Error boundary page"). */
function FailedPage({ error }: { error: unknown }) {
  const { t } = useTranslation("components");
  const { isRetrying, retry } = useRetry();
  const status = errorStatus(error);
  const reference = errorReference(error);
  const message = useMessage(error);

  return (
    <ErrorPage
      illustration={status && status >= 500 ? "failed" : "unknown"}
      label={t("errorPage.label")}
      title={t("errorPage.unknown")}
      actions={
        // The focus stays on it while the page is made anew.
        <Button variant="primary" onClick={retry} isBusy={isRetrying} autoFocus={isRetrying}>
          {t("errorPage.tryAgain")}
        </Button>
      }
    >
      <div className="mt-2 flex w-full items-start gap-2 rounded-surface border border-border bg-muted p-2 text-sm">
        <pre dir="auto" className="min-w-0 flex-1 px-2 py-1.5 text-start wrap-anywhere whitespace-pre-wrap">
          <code className="rtl:font-sans">
            {reference ? `${message}\n${t("errorPage.reference", { reference })}` : message}
          </code>
        </pre>
        {reference && <CopyReference reference={reference} />}
      </div>
    </ErrorPage>
  );
}
