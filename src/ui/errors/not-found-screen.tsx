import { useTranslation } from "react-i18next";
import { ErrorPage } from "./error-page.tsx";

/** 404, inside the layout of the route. */
export function NotFoundScreen() {
  const { t } = useTranslation("components");
  return (
    <ErrorPage illustration="not-found" label="404" title={t("errorPage.notFound")}>
      <p className="text-balance text-muted-foreground">{t("errorPage.notFoundText")}</p>
    </ErrorPage>
  );
}
