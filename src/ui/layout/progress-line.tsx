import { useRouterState } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import "./progress-line.css";

/** A line at the top while the next screen loads; not for what comes at once. */
export function ProgressLine() {
  const { t } = useTranslation("components");
  const isLoading = useRouterState({
    select: ({ isLoading, resolvedLocation }) => isLoading && !!resolvedLocation,
  });
  return isLoading && <div role="progressbar" aria-label={t("layout.loading")} className="progress-line" />;
}
