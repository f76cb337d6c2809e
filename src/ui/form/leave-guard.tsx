import { useBlocker } from "@tanstack/react-router";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { ConfirmDialog } from "../overlays/confirm-dialog.tsx";

type Place = { pathname: string; search: unknown };

/**
 * Asks before something unsaved is left: for another page of the product in a dialog, by reloading and closing as the
 * browser does it (specification, "Leave-page guard").
 */
export function LeaveGuard({ isChanged }: { isChanged: () => boolean }) {
  const { t } = useTranslation("components");
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: useCallback(
      ({ current, next }: { current: Place; next: Place }) => isElsewhere(current, next) && isChanged(),
      [isChanged],
    ),
    enableBeforeUnload: isChanged,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      isOpen={status === "blocked"}
      onClose={() => reset?.()}
      onConfirm={() => proceed?.()}
      title={t("leaveGuard.title")}
      text={t("leaveGuard.text")}
      confirmLabel={t("leaveGuard.leave")}
      look="danger"
    />
  );
}

/** Whether a place is another one: not if only its part within the page is, such as "#content". */
function isElsewhere(current: Place, next: Place): boolean {
  const placed = ({ pathname, search }: Place) => JSON.stringify([pathname, search]);
  return placed(current) !== placed(next);
}
