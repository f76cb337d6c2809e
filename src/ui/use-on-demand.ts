import { useState } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { loadPart } from "./loading-parts.ts";
import { toast } from "./toast/toast.ts";

/**
 * A module that is loaded when the user first needs it, for example a dialog. A failure is shown as a toast, and the next
 * attempt loads it again.
 * @param load imports the module
 */
export function useOnDemand<Module>(load: () => Promise<Module>) {
  const { t } = useTranslation("components");
  const [module, setModule] = useState<Module>();
  const preload = () => void load().catch(() => undefined);
  return {
    /** Undefined until it is loaded. */
    module,
    /** Loads it, then calls the function. */
    async use(callback: () => void) {
      try {
        const loaded = await loadPart(load);
        setModule(() => loaded);
        callback();
      } catch {
        toast.error(t("errorPage.unknown"));
      }
    },
    /** For the element that opens it: loads it when the user is about to. */
    intent: { onPointerEnter: preload, onFocus: preload },
  };
}
