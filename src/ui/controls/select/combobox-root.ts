import { useEffect, useRef, useState } from "react";
import type { SelectOption } from "./options.ts";

/** Props of Base UI's Combobox that all selects share: they filter the options themselves, and compare them by id. */
export const optionProps = {
  filter: null,
  itemToStringLabel: (option: SelectOption) => option.label,
  itemToStringValue: (option: SelectOption) => option.id,
  isItemEqualToValue: (a: SelectOption, b: SelectOption) => a.id === b.id,
  autoHighlight: true,
} as const;

/** Whether the list is open. There is no closing animation that Base UI would have to wait for. */
export function useListState() {
  const [isOpen, setOpen] = useState(false);
  const actions = useRef<{ unmount: () => void; close: () => void }>(null);
  useEffect(() => {
    if (!isOpen) actions.current?.unmount();
  }, [isOpen]);
  return { isOpen, setOpen, props: { actionsRef: actions, open: isOpen } };
}
