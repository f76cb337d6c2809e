import { useEffect, useState } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { whenIdle } from "#lib/when-idle.ts";
import { loadPart } from "./loading-parts.ts";
import { toast } from "./toast/toast.ts";

/**
 * A module that is loaded when the user first needs it, for example a dialog. A failure is shown as a toast, and the next
 * attempt loads it again.
 * @param load imports the module. The same function in each rendering, if `isLikely`
 * @param isLikely whether to load it as soon as the page is idle
 */
export function useOnDemand<Module>(load: () => Promise<Module>, { isLikely = false } = {}) {
  const { t } = useTranslation("components");
  const [module, setModule] = useState<Module>();
  const preload = () => void load().catch(() => undefined);
  useEffect(() => (isLikely ? whenIdle(() => load().catch(() => undefined)) : undefined), [isLikely, load]);
  return {
    /** Undefined until it is loaded. */
    module,
    /** Loads it, then calls the function; the other one if it can't be loaded. */
    async use(callback: () => void, onFailure: () => void = () => toast.error(t("errorPage.unknown"))) {
      try {
        const loaded = await loadPart(load);
        setModule(() => loaded);
        callback();
      } catch {
        onFailure();
      }
    },
    /** For the element that opens it: loads it when the user is about to. */
    intent: { onPointerEnter: preload, onFocus: preload },
  };
}
