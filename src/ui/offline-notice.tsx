import { onlineManager } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { NoticeText } from "./bottom-notice.tsx";
import { useIsOnline } from "./use-is-online.ts";

/**
 * Says that the browser is offline. Then requests wait (TanStack Query's network mode), and continue by themselves when the
 * connection is back.
 */
export function OfflineNotice() {
  const { t } = useTranslation("components");
  const isOnline = useIsOnline();
  // TanStack Query expects to start online.
  useEffect(() => onlineManager.setOnline(navigator.onLine), []);
  return !isOnline && <NoticeText>{t("offline")}</NoticeText>;
}
