import {
  createContext,
  use,
  useRef,
  useState,
  type ComponentProps,
  type RefObject,
  type ReactNode,
} from "react";
import { flushSync } from "react-dom";
import { Button } from "../controls/button.tsx";
import { Dialog } from "../overlays/dialog.tsx";
import { LeaveConfirmation } from "./leave-confirmation.tsx";

type Leaving = {
  /** Those that say whether something would be lost. */
  guards: Set<() => boolean>;
  /** Somebody was asked, and gives it up: if closing leads elsewhere, nothing is asked again. */
  isGivenUp: RefObject<boolean>;
  leave: () => void;
};

type FormDialogProps = Omit<ComponentProps<typeof Dialog>, "onClose"> & {
  onClose: () => Promise<void> | void;
};

/** The dialog that a form stands in; `null` where it stands in a page. */
export const FormDialogContext = createContext<Leaving | null>(null);

/** A dialog with a form in it: closing it with changes asks first, by whatever way it is closed. */
export function FormDialog({ onClose, children, ...dialog }: FormDialogProps) {
  const [isAsking, setAsking] = useState(false);
  const [guards] = useState(() => new Set<() => boolean>());
  const isGivenUp = useRef(false);

  function leave() {
    if ([...guards].some((isChanged) => isChanged())) setAsking(true);
    else void onClose();
  }

  async function giveUp() {
    // The question closes first, so that the focus finds its way back through both.
    flushSync(() => setAsking(false));
    isGivenUp.current = true;
    await onClose();
    isGivenUp.current = false;
  }

  return (
    <>
      <Dialog {...dialog} onClose={leave}>
        <FormDialogContext value={{ guards, isGivenUp, leave }}>{children}</FormDialogContext>
      </Dialog>
      {/* After the dialog, so that it stands on top of it also where both are shown at once. */}
      <LeaveConfirmation isOpen={isAsking} onStay={() => setAsking(false)} onLeave={giveUp} />
    </>
  );
}

/** The button that leaves a dialog's form. */
export function FormDialogCancel({ children }: { children: ReactNode }) {
  const dialog = use(FormDialogContext);
  return <Button onClick={() => dialog?.leave()}>{children}</Button>;
}
