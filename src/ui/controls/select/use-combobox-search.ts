import type { Combobox } from "@base-ui/react/combobox";
import type { BaseUIEvent } from "@base-ui/react/types";
import { useEffect, useEffectEvent, useMemo, useRef, useState, type KeyboardEvent } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { optionProps, useListState } from "./combobox-root.ts";
import { matchingOptions, namedOption, type ListedOption } from "./options.ts";
import type { SelectProps } from "./props.ts";

type SearchOptions = {
  /** The text of the input while the user isn't typing. */
  label: string;
  choose: (option: ListedOption) => void;
};

/** The search text of a select, the options that match it, and the props for the parts of Base UI's Combobox. */
export function useComboboxSearch(props: SelectProps, { label, choose }: SearchOptions) {
  const { i18n } = useTranslation();
  const { id, name, options, allowCustom, onSearch, onBlur, isLoading = false } = props;
  const { disabled = false, readOnly = false } = props;
  const [text, setText] = useState(label);
  const [searchText, setSearchText] = useState("");
  const { isOpen, setOpen, props: listProps } = useListState();
  /** Enter was pressed while the options were loading: the first one is chosen when they arrive. */
  const [isEnterPending, setEnterPending] = useState(false);
  /** Whether the user moved to an option by an arrow key or the pointer. */
  const hasMoved = useRef(false);

  // The value may be changed from outside.
  const [shownLabel, setShownLabel] = useState(label);
  if (shownLabel !== label) {
    setShownLabel(label);
    setText(label);
  }

  const items = useMemo(
    () =>
      matchingOptions(options, {
        text: searchText,
        language: i18n.language,
        allowCustom,
        isSearched: onSearch !== undefined,
      }),
    [options, searchText, i18n.language, allowCustom, onSearch],
  );

  function search(next: string) {
    setEnterPending(false);
    hasMoved.current = false;
    setSearchText(next);
    if (next !== searchText) onSearch?.(next);
  }

  /** Closes the list and discards the typed text. */
  function close() {
    setOpen(false);
    setText(label);
    search("");
  }

  /** Closes the list and, if custom values are allowed, chooses what the typed text names. */
  function leave() {
    const named =
      allowCustom && searchText.trim() ? namedOption(items, searchText, i18n.language) : undefined;
    close();
    if (named) choose(named);
  }

  const chooseFirst = useEffectEvent(() => {
    close();
    const first = items.find((option) => !option.disabled);
    if (first) choose(first);
  });
  useEffect(() => {
    if (isEnterPending && !isLoading) chooseFirst();
  }, [isEnterPending, isLoading]);

  /** Repeats what the user did before hydration: a click opens the list, and typed text is searched for. */
  const repeatActions = useEffectEvent(() => {
    const input = document.getElementById(id);
    const focused = document.activeElement;
    const isUsed = focused === input || focused?.id === `${id}-trigger`;
    if (!isUsed || !(input instanceof HTMLInputElement) || props.autoFocus || readOnly) return;
    // The handlers of the focus were missing, too.
    input.blur();
    input.focus();
    if (input.value !== label) {
      setText(input.value);
      search(input.value);
    }
    setOpen(true);
  });
  useEffect(() => repeatActions(), []);

  return {
    isOpen,
    leave,
    root: {
      id,
      ...(name !== undefined && { name }),
      items,
      ...optionProps,
      ...listProps,
      disabled,
      readOnly,
      inputValue: text,
      onInputValueChange: (next: string, { reason }: Combobox.Root.ChangeEventDetails) => {
        setText(next);
        if (reason === "input-change" || reason === "clear-press") search(next);
      },
      onItemHighlighted: (_: ListedOption | undefined, { reason }: Combobox.Root.HighlightEventDetails) => {
        hasMoved.current = reason !== "none";
      },
      onOpenChange: (next: boolean, { reason }: Combobox.Root.ChangeEventDetails) => {
        if (next && !readOnly) setOpen(true);
        else if (reason === "escape-key" || reason === "item-press") close();
        else if (isEnterPending) setOpen(false);
        else leave();
      },
    },
    input: {
      onBlur: () => {
        if (!isEnterPending) leave();
        onBlur?.();
      },
      onKeyDown: (event: BaseUIEvent<KeyboardEvent>) => {
        // While the list is closed Base UI would clear the field; Escape belongs to the dialog around it.
        if (event.key === "Escape" && !isOpen) event.preventBaseUIHandler();
        if (event.key !== "Enter" || !isOpen || event.nativeEvent.isComposing) return;
        // Enter chooses an option; it doesn't submit the form.
        event.preventDefault();
        if (!isLoading || hasMoved.current || searchText === "") return;
        event.preventBaseUIHandler();
        setEnterPending(true);
      },
    },
  };
}

export type ComboboxSearch = ReturnType<typeof useComboboxSearch>;
