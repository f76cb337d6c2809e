import { onlineManager } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { formatDateTime } from "#i18n/formats.ts";
import { useTranslation } from "#i18n/use-translation.tsx";
import { deviceTimeZone } from "#lib/time-zone.ts";
import { NoticeText } from "./bottom-notice.tsx";
import { pageKeptAt } from "./service-worker.ts";

/** Says that the page was kept from an earlier visit, because the server can't be reached. */
export function KeptPageNotice() {
  const { t, i18n } = useTranslation("components");
  const [keptAt, setKeptAt] = useState<Date | null>(null);
  useEffect(() => {
    setKeptAt(pageKeptAt());
    // The page's data is refetched.
    return onlineManager.subscribe((isOnline) => isOnline && setKeptAt(null));
  }, []);
  if (!keptAt) return null;
  const time = formatDateTime(i18n.language, keptAt, deviceTimeZone());
  return <NoticeText>{t("keptPage", { time })}</NoticeText>;
}
