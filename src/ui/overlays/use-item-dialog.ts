import { useState } from "react";

/** The state of one dialog that every row of a list can open. The item stays set while the dialog closes. */
export function useItemDialog<Item>() {
  const [item, setItem] = useState<Item>();
  const [isOpen, setOpen] = useState(false);
  return {
    isOpen,
    item,
    open(opened: Item) {
      setItem(opened);
      setOpen(true);
    },
    close: () => setOpen(false),
  };
}
