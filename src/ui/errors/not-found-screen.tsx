import { useTranslation } from "react-i18next";
import { PageTitle } from "../page-title.tsx";
import { ErrorPage } from "./error-page.tsx";

/** 404, inside whatever layout found nothing to show. */
export function NotFoundScreen() {
  const { t } = useTranslation("components");
  return (
    <>
      <PageTitle>{t("errorPage.notFound")}</PageTitle>
      <ErrorPage sign="404" title={t("errorPage.notFound")} />
    </>
  );
}
