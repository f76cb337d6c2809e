import { useState } from "react";

/** A dialog about one of many things. */
export type DialogFor<Thing> = {
  isOpen: boolean;
  /** What it is about; still there while the dialog closes, and where the thing itself is gone. */
  thing: Thing | undefined;
  openFor: (thing: Thing) => void;
  close: () => void;
};

/** What a dialog is about that each row of a list can open, and whether it is open. */
export function useDialogFor<Thing>(): DialogFor<Thing> {
  const [thing, setThing] = useState<Thing>();
  const [isOpen, setOpen] = useState(false);
  return {
    isOpen,
    thing,
    openFor(asked) {
      setThing(asked);
      setOpen(true);
    },
    close: () => setOpen(false),
  };
}
