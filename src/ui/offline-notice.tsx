import { onlineManager } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";

/**
 * Says that the browser is offline. Requests wait meanwhile (TanStack Query's network mode), and continue by themselves
 * when the connection is back.
 */
export function OfflineNotice() {
  const { t } = useTranslation("components");
  const isOnline = useSyncExternalStore(subscribe, isOnlineNow, () => true);

  // TanStack Query expects to start online.
  useEffect(() => onlineManager.setOnline(navigator.onLine), []);

  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-[calc(var(--bottom-bar-height,0px)+1rem+env(safe-area-inset-bottom))] z-20 grid justify-items-center px-4 max-lg:bottom-20"
    >
      {!isOnline && (
        <p className="rounded-surface bg-foreground px-4 py-2 text-sm text-background">{t("offline")}</p>
      )}
    </div>
  );
}

const subscribe = (listener: () => void) => onlineManager.subscribe(listener);
const isOnlineNow = () => onlineManager.isOnline();
