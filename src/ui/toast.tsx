import { useEffect, useState } from "react";
import { Isolated } from "#i18n/isolate.tsx";

/** How long a toast stays, in milliseconds (specification, section 9). */
const duration = 4_000;

/** Says what happened, at the top, and leaves by itself. Announced by screen readers. */
export function Toast({ children }: { children: string }) {
  const [isShown, setShown] = useState(true);

  useEffect(() => {
    const timer = setTimeout(() => setShown(false), duration);
    return () => clearTimeout(timer);
  }, []);

  return (
    <div role="status" className="toasts">
      {isShown && (
        <p className="toast rounded-sheet border border-line bg-sheet px-4 py-3 font-medium shadow-lg">
          <Isolated>{children}</Isolated>
        </p>
      )}
    </div>
  );
}
