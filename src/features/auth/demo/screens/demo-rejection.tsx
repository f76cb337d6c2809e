import { lazy, Suspense, useEffect, useState } from "react";
import { onDemoRejection } from "#rpc/demo-rejection.ts";
import { onSessionExpired } from "#rpc/session-expiry.ts";
import { toast } from "#ui/toast/toast.ts";

const loadDialog = () => import("./demo-dialog.tsx");
const DemoDialog = lazy(loadDialog);

/** Opens a dialog when a demo's server rejected a change (specification, "Demo-mode dialog"). */
export function DemoRejection() {
  const [isNeeded, setNeeded] = useState(false);
  const [isOpen, setOpen] = useState(false);

  useEffect(
    () =>
      onDemoRejection(async () => {
        await loadDialog();
        setNeeded(true);
        setOpen(true);
        return false;
      }),
    [],
  );

  // The login page shows the code; the dialog to log in again doesn't.
  useEffect(
    () =>
      onSessionExpired(() => {
        location.reload();
        return Promise.resolve(false);
      }),
    [],
  );

  function close() {
    // Those of the rejected change, which the dialog hid.
    toast.dismissAll();
    setOpen(false);
  }

  if (!isNeeded) return null;
  return (
    <Suspense>
      <DemoDialog isOpen={isOpen} onClose={close} />
    </Suspense>
  );
}
