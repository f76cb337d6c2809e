import type { Combobox } from "@base-ui/react/combobox";
import type { BaseUIEvent } from "@base-ui/react/types";
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { matchingOptions, type ListedOption } from "./options.ts";
import type { SelectFieldProps } from "./props.ts";
import { useEnter } from "./use-enter.ts";

type Field = {
  /** What the field shows when nobody types. */
  label: string;
  choose: (option: ListedOption) => void;
};

/** What is typed into a select, and the options that follow from it. */
export function useSearch(props: SelectFieldProps, { label, choose }: Field) {
  const { i18n } = useTranslation();
  const {
    id,
    name,
    options,
    allowCustom,
    onSearch,
    onBlur,
    isLoading,
    disabled = false,
    readOnly = false,
  } = props;
  const [text, setText] = useState(label);
  const [search, setSearch] = useState("");
  const [isOpen, setOpen] = useState(false);
  const actions = useRef<Combobox.Root.Actions>(null);
  /** Whether an arrow key or the pointer went to an option. */
  const isPicked = useRef(false);
  const enter = useEnter(props, (option) => {
    close();
    if (option) choose(option);
  });

  // The value can change from outside as well.
  const [shown, setShown] = useState(label);
  if (shown !== label) {
    setShown(label);
    setText(label);
  }

  const items = useMemo(
    () =>
      matchingOptions(options, {
        text: search,
        language: i18n.language,
        allowCustom,
        isSearched: !!onSearch,
      }),
    [options, search, i18n.language, allowCustom, onSearch],
  );

  function searchFor(next: string) {
    enter.takeBack();
    isPicked.current = false;
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
      itemToStringLabel: (option: ListedOption) => option.label,
      itemToStringValue: (option: ListedOption) => option.id,
      isItemEqualToValue: (one: ListedOption, other: ListedOption) => one.id === other.id,
      autoHighlight: true,
      disabled,
      readOnly,
      inputValue: text,
      onInputValueChange: (next: string, { reason }: Combobox.Root.ChangeEventDetails) => {
        setText(next);
        if (reason === "input-change") searchFor(next);
      },
      onItemHighlighted: (_: ListedOption | undefined, { reason }: Combobox.Root.HighlightEventDetails) => {
        isPicked.current = reason !== "none";
      },
      actionsRef: actions,
      open: isOpen,
      onOpenChange: (next: boolean, { reason }: Combobox.Root.ChangeEventDetails) => {
        if (next && !readOnly) setOpen(true);
        else if (enter.isWaiting.current && reason !== "escape-key") setOpen(false);
        else close();
      },
    },
    isOpen,
    arrow: { isOpen, onClose: close, disabled: disabled || readOnly },
    /** Begins a new search. */
    restart,
    input: {
      /** Takes back what was typed and not chosen. */
      onBlur: () => {
        if (!enter.isWaiting.current) close();
        onBlur?.();
      },
      onKeyDown: (event: BaseUIEvent<KeyboardEvent>) => {
        // With the list closed Escape belongs to what is around; the library would empty the field.
        if (event.key === "Escape" && !isOpen) event.preventBaseUIHandler();
        if (event.key !== "Enter" || !isOpen || event.nativeEvent.isComposing) return;
        // It answers the list, and never sends the form.
        event.preventDefault();
        if (!isLoading || isPicked.current || search === "") return;
        event.preventBaseUIHandler();
        enter.press(search);
      },
    },
  };
}
