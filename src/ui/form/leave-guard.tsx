import { useBlocker } from "@tanstack/react-router";
import { use, useCallback, useEffect } from "react";
import { FormDialogContext } from "./form-dialog.tsx";
import { LeaveConfirmation } from "./leave-confirmation.tsx";

type Place = { pathname: string; search: unknown };

/**
 * Asks before something unsaved is left: for another page of the product in a dialog, by reloading and closing as the
 * browser does it (specification, "Leave-page guard"). A `FormDialog` around it asks before it closes.
 */
export function LeaveGuard({ isChanged }: { isChanged: () => boolean }) {
  const { guards, isGivenUp } = use(FormDialogContext) ?? {};
  useEffect(() => {
    guards?.add(isChanged);
    return () => void guards?.delete(isChanged);
  }, [guards, isChanged]);

  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: useCallback(
      ({ current, next }: { current: Place; next: Place }) =>
        !isGivenUp?.current && isElsewhere(current, next) && isChanged(),
      [isGivenUp, isChanged],
    ),
    enableBeforeUnload: isChanged,
    withResolver: true,
  });
  return (
    <LeaveConfirmation isOpen={status === "blocked"} onStay={() => reset?.()} onLeave={() => proceed?.()} />
  );
}

/** Whether a place is another one: not if only its part within the page is, such as "#content". */
function isElsewhere(current: Place, next: Place): boolean {
  const placed = ({ pathname, search }: Place) => JSON.stringify([pathname, search]);
  return placed(current) !== placed(next);
}
