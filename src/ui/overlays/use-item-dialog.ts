import { useState } from "react";

/** The state of one dialog that every row of a list can open. */
export type ItemDialog<Item> = {
  isOpen: boolean;
  /** The row's item. It stays while the dialog closes, also when the row has been removed. */
  item: Item | undefined;
  open: (item: Item) => void;
  close: () => void;
};

export function useItemDialog<Item>(): ItemDialog<Item> {
  const [item, setItem] = useState<Item>();
  const [isOpen, setOpen] = useState(false);
  return {
    isOpen,
    item,
    open(opened) {
      setItem(opened);
      setOpen(true);
    },
    close: () => setOpen(false),
  };
}
