import { useCallback, useEffect, useEffectEvent, useRef, type ChangeEvent, type RefCallback } from "react";
import { useControlledField } from "./controlled-field.ts";

type TextElement = HTMLInputElement | HTMLTextAreaElement;

/** The props that bind a text control to its field. */
export function useTextField() {
  const { field, attributes, initialValue } = useControlledField();
  const { value, onChange, onBlur } = field;
  const shown = typeof value === "string" ? value : "";

  // An emptied field gets its initial empty value back, so that it isn't an unsaved change.
  const emptyValue = initialValue == null ? initialValue : "";
  const change = (text: string) => onChange(text === "" ? emptyValue : text);

  return {
    ...attributes,
    // Typed text has its own direction; an empty field has the page's, for the placeholder.
    dir: shown === "" ? undefined : "auto",
    value: shown,
    onChange: (event: ChangeEvent<TextElement>) => change(event.currentTarget.value),
    onBlur,
    ref: useTextBeforeHydration(field.ref, change),
  };
}

/** Adopts text that was typed before hydration. */
function useTextBeforeHydration(ref: RefCallback<TextElement>, change: (text: string) => void) {
  const elementRef = useRef<TextElement>(null);
  const adoptTypedText = useEffectEvent(() => {
    const element = elementRef.current;
    if (element && element.value !== element.defaultValue) change(element.value);
  });
  useEffect(() => adoptTypedText(), []);
  return useCallback(
    (element: TextElement | null) => {
      elementRef.current = element;
      ref(element);
    },
    [ref],
  );
}
