import { useState } from "react";

/**
 * What is being typed into an input whose value is not text. The draft lasts until it is ended, or until the value
 * becomes one that it did not bring about: whoever resets a form also takes back what is half typed.
 *
 * @param value the input's value; of a date its time.
 */
export function useDraft(value: number | null) {
  const [draft, setDraft] = useState<{ text: string; value: number | null } | null>(null);
  const [known, setKnown] = useState(value);

  if (!Object.is(known, value)) {
    setKnown(value);
    if (draft && !Object.is(draft.value, value)) setDraft(null);
  }

  return {
    /** `null`: nothing is being typed. */
    text: draft?.text ?? null,
    /** Keeps what was typed, and the value that the input has because of it. */
    keep: (text: string, meant: number | null) => setDraft({ text, value: meant }),
    end: () => setDraft(null),
  };
}
