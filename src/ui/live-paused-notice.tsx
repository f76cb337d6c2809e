import { useTranslation } from "#i18n/use-translation.tsx";
import { NoticeText } from "./bottom-notice.tsx";
import { useIsOnline } from "./use-is-online.ts";

/** Says that live updates are paused, unless the browser is offline. */
export function LivePausedNotice() {
  const { t } = useTranslation("components");
  return useIsOnline() && <NoticeText>{t("livePaused")}</NoticeText>;
}
