import { onlineManager } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { formatDateTime } from "#i18n/formats.ts";
import { deviceTimeZone } from "#lib/time-zone.ts";
import { BottomNotice } from "./bottom-notice.tsx";
import { pageKeptAt } from "./service-worker.ts";
import { useIsOnline } from "./use-is-online.ts";

/**
 * Says that the browser is offline, or that the page was kept from an earlier visit, because the server can't be reached.
 * Requests wait meanwhile (TanStack Query's network mode), and continue by themselves when the connection is back.
 */
export function OfflineNotice() {
  const { t, i18n } = useTranslation("components");
  const [keptAt, setKeptAt] = useState<Date | null>(null);
  // The page's data is refetched.
  const isOnline = useIsOnline(() => setKeptAt(null));

  useEffect(() => {
    // TanStack Query expects to start online.
    onlineManager.setOnline(navigator.onLine);
    setKeptAt(pageKeptAt());
  }, []);

  return (
    <BottomNotice>
      {(!isOnline || keptAt) && (
        <p className="rounded-surface bg-foreground px-4 py-2 text-sm text-background">
          {!isOnline && t("offline")}
          {keptAt && ` ${t("keptPage", { time: formatDateTime(i18n.language, keptAt, deviceTimeZone()) })}`}
        </p>
      )}
    </BottomNotice>
  );
}
