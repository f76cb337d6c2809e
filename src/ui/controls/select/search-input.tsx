import { Combobox } from "@base-ui/react/combobox";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { SelectFieldProps } from "./props.ts";
import { selectText, type Begun } from "./use-part-on-focus.ts";
import type { useSearch } from "./use-search.ts";

type SearchInputProps = Omit<SelectFieldProps, "onBlur"> & {
  begun: Begun;
  input: ReturnType<typeof useSearch>["input"];
};

/** The input of a select in use. It goes on where the plain one before it was left. */
export function SearchInput({ begun, input, ref, ...props }: SearchInputProps) {
  const { t } = useTranslation("components");
  const start = useRef(begun);

  useEffect(() => {
    const { isFocused, isOpen, text, caret } = start.current;
    const element = document.getElementById(props.id);
    if (!isFocused || !(element instanceof HTMLInputElement)) return;
    element.focus({ preventScroll: true });
    element.select();
    if (text !== undefined) {
      element.setRangeText(text, 0, element.value.length);
      element.setSelectionRange(caret, caret);
      element.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertText" }));
    } else if (isOpen) {
      element.dispatchEvent(new KeyboardEvent("keydown", { bubbles: true, key: "ArrowDown" }));
    }
  }, [props.id]);

  return (
    <Combobox.Input
      ref={ref}
      className="control-input select-input"
      placeholder={props.placeholder ?? t("select.placeholder")}
      aria-invalid={props["aria-invalid"]}
      aria-describedby={props["aria-describedby"]}
      aria-labelledby={props["aria-labelledby"]}
      onMouseDown={selectText}
      {...input}
    />
  );
}
