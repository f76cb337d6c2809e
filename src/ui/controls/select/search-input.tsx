import { Combobox } from "@base-ui/react/combobox";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { SelectFieldProps } from "./select.tsx";
import { selectText, type Begun } from "./use-part-on-focus.ts";

/** The input of a select in use. It goes on where the plain one before it was left. */
export function SearchInput({ begun, ref, ...props }: SelectFieldProps & { begun: Begun }) {
  const { t } = useTranslation("components");
  const start = useRef(begun);

  useEffect(() => {
    const { isFocused, isOpen, text, caret } = start.current;
    const input = document.getElementById(props.id);
    if (!isFocused || !(input instanceof HTMLInputElement)) return;
    input.focus({ preventScroll: true });
    input.select();
    if (text !== undefined) {
      input.setRangeText(text, 0, input.value.length);
      input.setSelectionRange(caret, caret);
      input.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertText" }));
    } else if (isOpen) {
      input.dispatchEvent(new KeyboardEvent("keydown", { bubbles: true, key: "ArrowDown" }));
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
      onBlur={props.onBlur}
      onMouseDown={selectText}
      onKeyDown={(event) => {
        // With the list closed Escape belongs to what is around; the library would empty the field.
        if (event.key === "Escape" && event.currentTarget.ariaExpanded !== "true")
          event.preventBaseUIHandler();
      }}
    />
  );
}
