import { useBlocker } from "@tanstack/react-router";
import { use, useCallback, useEffect } from "react";
import { FormDialogContext, LeaveConfirmation } from "./form-dialog.tsx";

type Location = { pathname: string; search: unknown };

/**
 * Asks before unsaved changes are lost (specification, "Leave-page guard"): before navigation by a dialog, before
 * reloading and closing by the browser. A `FormDialog` around it asks before it closes.
 */
export function LeaveGuard({ isChanged }: { isChanged: () => boolean }) {
  const { guards, isConfirmed } = use(FormDialogContext) ?? {};
  useEffect(() => {
    guards?.add(isChanged);
    return () => void guards?.delete(isChanged);
  }, [guards, isChanged]);

  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: useCallback(
      ({ current, next }: { current: Location; next: Location }) =>
        !isConfirmed?.current && leavesPage(current, next) && isChanged(),
      [isConfirmed, isChanged],
    ),
    enableBeforeUnload: isChanged,
    withResolver: true,
  });
  return (
    <LeaveConfirmation isOpen={status === "blocked"} onStay={() => reset?.()} onLeave={() => proceed?.()} />
  );
}

/** Whether a navigation leaves the page. A change of the hash doesn't. */
function leavesPage(current: Location, next: Location): boolean {
  const key = ({ pathname, search }: Location) => JSON.stringify([pathname, search]);
  return key(current) !== key(next);
}
