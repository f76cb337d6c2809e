import { useState } from "react";

/**
 * The typed text of an input whose value isn't text (a number or a date). It is discarded when the value is changed from
 * outside, for example by resetting the form.
 * @param value the input's value; of a date its day
 */
export function useDraft<Value extends number | string | null>(value: Value) {
  const [draft, setDraft] = useState<{ text: string; value: Value } | null>(null);
  const [previousValue, setPreviousValue] = useState(value);

  if (!Object.is(previousValue, value)) {
    setPreviousValue(value);
    if (draft && !Object.is(draft.value, value)) setDraft(null);
  }

  return {
    /** `null` while the user isn't typing. */
    text: draft?.text ?? null,
    /** Stores the typed text and its parsed value. */
    set: (text: string, parsed: Value) => setDraft({ text, value: parsed }),
    clear: () => setDraft(null),
  };
}
