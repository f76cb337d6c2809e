import type { Combobox } from "@base-ui/react/combobox";
import type { BaseUIEvent } from "@base-ui/react/types";
import { useEffect, useEffectEvent, useMemo, useState, type KeyboardEvent } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { optionProps, useListState } from "./combobox-root.ts";
import { matchingOptions, optionLabel, type SelectOption } from "./options.ts";
import type { MultiSelectProps } from "./props.ts";

/** The state of a select of several options, and the props for the parts of Base UI's Combobox. */
export function useMultiSelect(props: Omit<MultiSelectProps, "ref">) {
  const { t, i18n } = useTranslation("components");
  const { id, name, options, value, onChange, onBlur, disabled = false, readOnly = false } = props;
  const [text, setText] = useState("");
  const { isOpen, setOpen, props: listProps } = useListState();
  /** For screen readers: what was added or removed. */
  const [announcement, setAnnouncement] = useState("");

  const items = useMemo(
    () => matchingOptions(options, { text, language: i18n.language }),
    [options, text, i18n.language],
  );
  const chosen = useMemo(
    () => value.map((each): SelectOption => ({ id: each, label: optionLabel(options, each) })),
    [value, options],
  );

  function change(next: SelectOption[]) {
    const added = next.find((option) => !value.includes(option.id));
    const removed = chosen.find((option) => !next.some((each) => each.id === option.id));
    if (added) setAnnouncement(t("select.added", { label: added.label }));
    else if (removed) setAnnouncement(t("select.removed", { label: removed.label }));
    onChange(next.map((option) => option.id));
  }

  /** Closes the list and discards the typed text. */
  function leave() {
    setOpen(false);
    setText("");
  }

  /** Text that was typed before hydration is searched for. */
  const adoptTypedText = useEffectEvent(() => {
    const input = document.getElementById(id);
    if (!(input instanceof HTMLInputElement) || input !== document.activeElement || !input.value) return;
    setText(input.value);
    setOpen(true);
  });
  useEffect(() => adoptTypedText(), []);

  return {
    chosen,
    announcement,
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
      value: chosen,
      onValueChange: change,
      inputValue: text,
      onInputValueChange: setText,
      onOpenChange: (next: boolean, { reason }: Combobox.Root.ChangeEventDetails) => {
        if (next && !readOnly) setOpen(true);
        // Several options are chosen one after the other.
        else if (reason !== "item-press") leave();
      },
    },
    input: {
      onBlur: () => {
        leave();
        onBlur?.();
      },
      onKeyDown: (event: BaseUIEvent<KeyboardEvent>) => {
        // While the list is closed Base UI would clear the field; Escape belongs to the dialog around it.
        if (event.key === "Escape" && !isOpen) event.preventBaseUIHandler();
        // Enter chooses an option; it doesn't submit the form.
        if (event.key === "Enter" && isOpen && !event.nativeEvent.isComposing) event.preventDefault();
      },
    },
  };
}
