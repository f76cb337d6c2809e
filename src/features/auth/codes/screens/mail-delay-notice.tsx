import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouteContext } from "@tanstack/react-router";
import { useTranslation } from "#i18n/use-translation.tsx";
import { Alert } from "#ui/display/alert.tsx";

const maxAgeMs = 15_000;

/** Says, while mails are late, that a code may be: wherever one is sent or entered. */
export function MailDelayNotice() {
  const { t } = useTranslation("auth");
  const isLateOnPage = useRouteContext({ from: "__root__", select: ({ page }) => page.isMailLate });
  const pageState = useQueryClient().getQueryState(["page"]);
  const { data } = useQuery({
    queryKey: ["mailDelay"],
    queryFn: async () => await (await import("../../queries.ts")).readMailDelay(),
    initialData: { isLate: isLateOnPage },
    initialDataUpdatedAt: pageState?.dataUpdatedAt,
    staleTime: maxAgeMs,
    refetchInterval: maxAgeMs,
    retry: false,
  });
  if (!data.isLate) return null;
  return (
    <Alert variant="warning" title={t("mailDelay.title")} isAnnounced>
      {t("mailDelay.text")}
    </Alert>
  );
}
