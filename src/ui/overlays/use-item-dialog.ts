import { useState } from "react";

/** The state of a dialog about an item, for example of any row of a list. The item stays set while the dialog closes. */
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
