import { onlineManager } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { BottomNotice, NoticeText } from "./bottom-notice.tsx";
import { KeptPageNotice } from "./kept-page-notice.tsx";
import { useIsOnline } from "./use-is-online.ts";

/**
 * Says that the browser is offline, or else that live updates are paused. Offline, requests wait (TanStack Query's network
 * mode), and continue by themselves when the connection is back.
 */
export function ConnectionNotice({ isLivePaused }: { isLivePaused: boolean }) {
  const { t } = useTranslation("components");
  const isOnline = useIsOnline();
  // TanStack Query expects to start online.
  useEffect(() => onlineManager.setOnline(navigator.onLine), []);
  return (
    <BottomNotice>
      {!isOnline && <NoticeText>{t("offline")}</NoticeText>}
      {isOnline && isLivePaused && <NoticeText>{t("livePaused")}</NoticeText>}
      <KeptPageNotice /> {/* optional: offline */}
    </BottomNotice>
  );
}
