import { useRouter, useRouterState, type ErrorComponentProps } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useState } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { apiErrorOf } from "#lib/api-error.ts";
import { Button, IconButton } from "../controls/button.tsx";
import { CheckIcon, CopyIcon } from "../icons.ts";
import { AuthLayout } from "../layout/auth-layout.tsx";
import { focusHeading } from "../layout/use-heading-focus.ts";
import { useIsOnline } from "../use-is-online.ts";
import { useClipboard } from "../use-clipboard.ts";
import { ErrorPage } from "./error-page.tsx";
import { errorReference, errorStatus, errorTextKey } from "./error-data.ts";
import { reloadForScript } from "./missing-script.ts";

/** How long "Try again" is busy before it fetches (specification, section 9). */
const retryDelayMs = 600;

const readinessIntervalMs = 5_000;
const serverErrors = ["SERVICE_UNAVAILABLE", "TOO_MANY_REQUESTS", "UNREACHABLE", "MISSING_SCRIPT"];

type ErrorScreenProps = Pick<ErrorComponentProps, "error"> & {
  /** On 403, in place of the advice to ask an administrator. */
  forbiddenText?: string;
};

/** The error component of routes: a page each for 403, 404 and all other errors. */
export function ErrorScreen({ error, forbiddenText }: ErrorScreenProps) {
  const status = errorStatus(error);
  if (status === 403) return <ForbiddenPage text={forbiddenText} />;
  if (status === 404) return <NotFoundScreen />;
  return <FailedPage error={error} />;
}

function ForbiddenPage({ text }: { text: string | undefined }) {
  const { t } = useTranslation("components");
  return (
    <ErrorPage illustration="forbidden" label="403" title={t("errorPage.forbidden")}>
      <p className="text-balance text-muted-foreground">{text ?? t("errorPage.forbiddenText")}</p>
    </ErrorPage>
  );
}

/** 404, inside the layout of the route. */
export function NotFoundScreen() {
  const { t } = useTranslation("components");
  return (
    <ErrorPage illustration="not-found" label="404" title={t("errorPage.notFound")}>
      <p className="text-balance text-muted-foreground">{t("errorPage.notFoundText")}</p>
    </ErrorPage>
  );
}

/** An error without a layout around it: in the root route, or if access to the area is denied. */
export function StandaloneErrorScreen(props: ErrorScreenProps) {
  return (
    <AuthLayout>
      <ErrorScreen {...props} />
    </AuthLayout>
  );
}

/** 404 without a layout around it. */
export function StandaloneNotFoundScreen() {
  return (
    <AuthLayout>
      <NotFoundScreen />
    </AuthLayout>
  );
}

/**
 * The error boundary page (specification, "Error boundary page"). It tries again by itself when the connection is back, and
 * when the server answers again, an unavailable service works, or more requests are allowed.
 */
function FailedPage({ error }: { error: unknown }) {
  const { t } = useTranslation("components");
  const { isRetrying, retry } = useRetry();
  const isOnline = useIsOnline(retry);
  const status = errorStatus(error);
  const reference = errorReference(error);
  const textKey = errorTextKey(error);
  useReadiness(error, retry);
  // The messages of unexpected errors are not shown.
  const clientError = error instanceof Error && status && status < 500 && error.message;
  const message = textKey ? t(textKey) : clientError || t("errorPage.unknown");
  const text = isOnline ? message : t("offline");

  return (
    <ErrorPage
      illustration={status && status >= 500 ? "failed" : "unknown"}
      label={t("errorPage.label")}
      title={t("errorPage.unknown")}
      actions={
        // Keeps the focus when the router remounts the page.
        <Button variant="primary" onClick={retry} isBusy={isRetrying} autoFocus={isRetrying}>
          {t("errorPage.tryAgain")}
        </Button>
      }
    >
      <div className="mt-2 flex w-full items-start gap-2 rounded-surface border border-border bg-muted p-2 text-sm">
        <pre dir="auto" className="min-w-0 flex-1 px-2 py-1.5 text-start wrap-anywhere whitespace-pre-wrap">
          <code className="rtl:font-sans">
            {reference ? `${text}\n${t("errorPage.reference", { reference })}` : text}
          </code>
        </pre>
        {reference && <CopyReference reference={reference} />}
      </div>
    </ErrorPage>
  );
}

/** If an error of the server may have passed: asks it every few seconds, and calls `retry` when it is ready. */
function useReadiness(error: unknown, retry: () => void) {
  const code = apiErrorOf(error)?.code;
  const recover = useEffectEvent(() =>
    code === "MISSING_SCRIPT" ? reloadForScript(error as Error) : retry(),
  );
  useEffect(() => {
    if (!code || !serverErrors.includes(code)) return;
    const ask = async () => {
      const response = await fetch("/ready").catch(() => undefined);
      if (response?.ok) recover();
    };
    // It may be missing on a server that is ready.
    if (code === "MISSING_SCRIPT") void ask();
    const timer = setInterval(() => void ask(), readinessIntervalMs);
    return () => clearInterval(timer);
  }, [code]);
}

/** Reloads the data of the routes, and with it the failed page, which the router remounts meanwhile. */
function useRetry() {
  const router = useRouter();
  const isReloading = useRouterState({
    select: ({ isLoading, location, resolvedLocation }) =>
      isLoading && location.href === resolvedLocation?.href,
  });
  const [isWaiting, setWaiting] = useState(false);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => {
      setWaiting(false);
      void router.invalidate().then(focusHeading);
    }, retryDelayMs);
    return () => clearTimeout(timer);
  }, [isWaiting, router]);
  return { isRetrying: isWaiting || isReloading, retry: () => setWaiting(true) };
}

/** Copies the reference for a bug report. */
function CopyReference({ reference }: { reference: string }) {
  const { t } = useTranslation("components");
  const { copy, copied } = useClipboard();
  const isCopied = copied === reference;
  const Icon = isCopied ? CheckIcon : CopyIcon;
  return (
    <>
      <IconButton label={t("errorPage.copyReference")} onClick={() => void copy(reference)}>
        <Icon className="size-5" />
      </IconButton>
      <span role="status" className="sr-only">
        {isCopied && t("errorPage.referenceCopied")}
      </span>
    </>
  );
}
