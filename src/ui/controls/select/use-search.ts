import type { Combobox } from "@base-ui/react/combobox";
import { useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { offeredOptions, type OfferedOption } from "./options.ts";
import type { SelectFieldProps } from "./select.tsx";

/**
 * What is typed into a select, and the options that follow from it. `label` is what the field shows when nobody types.
 */
export function useSearch(label: string, props: SelectFieldProps) {
  const { i18n } = useTranslation();
  const { id, name, options, allowCustom, onSearch, onBlur, disabled = false, readOnly = false } = props;
  const [text, setText] = useState(label);
  const [search, setSearch] = useState("");
  const [isOpen, setOpen] = useState(false);
  const actions = useRef<Combobox.Root.Actions>(null);

  // The value can change from outside as well.
  const [shown, setShown] = useState(label);
  if (shown !== label) {
    setShown(label);
    setText(label);
  }

  const items = useMemo(
    () =>
      offeredOptions(options, { text: search, language: i18n.language, allowCustom, isSearched: !!onSearch }),
    [options, search, i18n.language, allowCustom, onSearch],
  );

  function searchFor(next: string) {
    setSearch(next);
    if (next !== search) onSearch?.(next);
  }

  function restart() {
    setText(label);
    searchFor("");
  }

  function close() {
    setOpen(false);
    restart();
  }

  // The list closes at once, with no animation for the library to wait for.
  useEffect(() => {
    if (!isOpen) actions.current?.unmount();
  }, [isOpen]);

  return {
    root: {
      id,
      ...(name !== undefined && { name }),
      items,
      filter: null,
      itemToStringLabel: (option: OfferedOption) => option.label,
      itemToStringValue: (option: OfferedOption) => option.id,
      isItemEqualToValue: (one: OfferedOption, other: OfferedOption) => one.id === other.id,
      autoHighlight: true,
      disabled,
      readOnly,
      inputValue: text,
      onInputValueChange: (next: string, { reason }: Combobox.Root.ChangeEventDetails) => {
        setText(next);
        if (reason === "input-change") searchFor(next);
      },
      actionsRef: actions,
      open: isOpen,
      onOpenChange: (next: boolean) => {
        if (next && !readOnly) setOpen(true);
        else close();
      },
    },
    isOpen,
    arrow: { isOpen, onClose: close, disabled: disabled || readOnly },
    /** Begins a new search. */
    restart,
    /** Takes back what was typed and not chosen. */
    leave: () => {
      close();
      onBlur?.();
    },
  };
}
