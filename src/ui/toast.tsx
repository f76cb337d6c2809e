import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Isolated } from "#i18n/isolate.tsx";
import { TextButton } from "./controls/text-button.tsx";
import { AlertIcon } from "./icons.tsx";

/** How long a toast stays, in milliseconds (specification, section 9). */
const duration = 4_000;

type ToastProps = {
  /** A failure is announced at once, and stays until it is dismissed. */
  isFailure?: boolean;
  children: string;
};

/** Says what happened, at the top, and leaves by itself. Announced by screen readers. */
export function Toast({ isFailure = false, children }: ToastProps) {
  const { t } = useTranslation("components");
  const [isShown, setShown] = useState(true);

  useEffect(() => {
    if (isFailure) return;
    const timer = setTimeout(() => setShown(false), duration);
    return () => clearTimeout(timer);
  }, [isFailure]);

  return (
    <div role={isFailure ? "alert" : "status"} className="toasts">
      {isShown && (
        <div className="toast flex items-center gap-3 rounded-sheet border border-line bg-sheet px-4 py-3 font-medium shadow-lg">
          {isFailure && <AlertIcon className="size-5 shrink-0 text-danger" />}
          <p className="flex-1">
            <Isolated>{children}</Isolated>
          </p>
          {isFailure && <TextButton onClick={() => setShown(false)}>{t("toast.dismiss")}</TextButton>}
        </div>
      )}
    </div>
  );
}
