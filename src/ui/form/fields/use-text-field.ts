import { useHydrated } from "@tanstack/react-router";
import { useCallback, useEffect, useRef, useState, type ChangeEvent, type RefCallback } from "react";
import { useControlledField } from "../controlled-field.ts";

type TextElement = HTMLInputElement | HTMLTextAreaElement;

/** The props by which a control of text is bound to its field. */
export function useTextField() {
  const { field, attributes, initialValue } = useControlledField();
  const { value, onChange, onBlur } = field;
  const shown = typeof value === "string" ? value : "";

  // What was emptied is as it was while it was not filled in: no change that somebody has to save.
  const emptyValue = initialValue == null ? initialValue : "";
  const change = useCallback(
    (text: string) => onChange(text === "" ? emptyValue : text),
    [onChange, emptyValue],
  );

  return {
    ...attributes,
    // What is typed has its own direction; an empty field has the page's.
    dir: shown === "" ? undefined : "auto",
    value: shown,
    onChange: (event: ChangeEvent<TextElement>) => change(event.currentTarget.value),
    onBlur,
    ref: useTypedBefore(field.ref, shown, change),
  };
}

/** Takes in what was typed while the server's page had no script yet. */
function useTypedBefore(ref: RefCallback<TextElement>, shown: string, change: (text: string) => void) {
  const elementRef = useRef<TextElement>(null);
  const wasServerPage = useState(!useHydrated())[0];
  const isDone = useRef(!wasServerPage);
  useEffect(() => {
    const typed = elementRef.current?.value;
    if (!isDone.current && typed !== undefined && typed !== shown.replaceAll("\r\n", "\n")) change(typed);
    isDone.current = true;
  }, [shown, change]);
  return useCallback(
    (element: TextElement | null) => {
      elementRef.current = element;
      ref(element);
    },
    [ref],
  );
}
