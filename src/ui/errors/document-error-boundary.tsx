import { CatchBoundary } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { languageInfo } from "#i18n/languages.ts";
import { useTranslation } from "#i18n/use-translation.tsx";
import { Button } from "../controls/button.tsx";
import { currentTheme } from "../theme/theme.ts";
import { ErrorPage } from "./error-page.tsx";

/** Catches what no route does: an error of the document around them. In place of the router's own error page. */
export function DocumentErrorBoundary({ children }: { children?: ReactNode }) {
  return (
    <CatchBoundary getResetKey={() => ""} errorComponent={ErrorDocument}>
      {children}
    </CatchBoundary>
  );
}

/** A document with the error page, and as little else as possible, because anything in the usual document may have failed. */
function ErrorDocument() {
  const { t, i18n } = useTranslation("components");
  const { dir, key } = languageInfo(i18n.language);
  const styles = [...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")];
  return (
    <html lang={key} dir={dir} data-theme={currentTheme()}>
      <head>
        {styles.map(({ href, crossOrigin, integrity }) => (
          <link key={href} rel="stylesheet" {...{ href, integrity }} crossOrigin={crossOrigin as ""} />
        ))}
      </head>
      <body>
        <main className="grid min-h-dvh p-4">
          <ErrorPage
            illustration="unknown"
            label={t("errorPage.label")}
            title={t("errorPage.unknown")}
            actions={
              <Button variant="primary" onClick={() => location.reload()}>
                {t("errorPage.tryAgain")}
              </Button>
            }
          />
        </main>
      </body>
    </html>
  );
}
