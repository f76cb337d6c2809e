import type { ComponentProps } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { today } from "#lib/day.ts";
import { ControlFrame } from "../control-frame.tsx";
import { useDraft } from "../use-draft.ts";
import { DatePopover } from "./date-popover.tsx";
import { formatDate, parseDate, parseFullDate } from "./parse-date.ts";

type DateInputProps = Omit<
  ComponentProps<"input">,
  "type" | "value" | "defaultValue" | "onChange" | "onBlur" | "onKeyDown"
> & {
  /** A day, as YYYY-MM-DD. */
  value: string | null;
  onChange: (value: string | null) => void;
  /** Called with typed text that isn't a date, when it is reverted, and with nothing when the text is edited. */
  onReject?: (text?: string) => void;
  /** Called when the input is left as it is. */
  onAccept?: () => void;
  /** Called when the focus has left the input and the calendar. */
  onBlur?: () => void;
};

/**
 * A day, typed or chosen in a calendar (specification, "Date input field"). A complete date (DD/MM/YYYY) becomes the value
 * while typing. Blur and Enter parse leniently (`parseDate`): empty text becomes `null`, invalid text is reverted.
 */
export function DateInput({
  value,
  onChange,
  onReject,
  onAccept,
  onBlur,
  className = "",
  ...input
}: DateInputProps) {
  const { t } = useTranslation("components");
  const draft = useDraft(value);

  function handleInput(text: string) {
    const typed = parseFullDate(text) ?? value;
    draft.set(text, typed);
    onReject?.();
    if (typed !== value) onChange(typed);
  }

  function commit() {
    if (draft.text === null) return;
    draft.clear();
    const typed = parseDate(draft.text, today());
    if (typed && typed !== value) onChange(typed);
    const isEmpty = draft.text.trim() === "";
    if (isEmpty && value) onChange(null);
    if (!isEmpty && !typed) onReject?.(draft.text);
  }

  function choose(day: string | null) {
    draft.clear();
    onChange(day);
  }

  return (
    <ControlFrame
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) onBlur?.();
      }}
      end={
        <DatePopover
          labelId={`${input.id}-label`}
          selected={value}
          onSelect={choose}
          disabled={input.disabled || input.readOnly}
        />
      }
    >
      <input
        type="text"
        dir="ltr"
        inputMode="numeric"
        autoComplete="off"
        placeholder={leftToRight(t("datePicker.format"))}
        {...input}
        // The letters of the placeholder are wider than digits, and fit into the narrowest field.
        className={`control-input control-digits text-ellipsis placeholder:text-[0.8125em] ${className}`}
        value={draft.text ?? formatDate(value)}
        onChange={(event) => handleInput(event.currentTarget.value)}
        onBlur={draft.text === null ? onAccept : commit}
        // Enter then submits the form, which needs the date.
        onKeyDown={({ key }) => {
          if (key === "Enter") commit();
        }}
      />
    </ControlFrame>
  );
}

/** Orders the parts of the Arabic placeholder from left to right, like the digits that replace them. */
const leftToRight = (parts: string) => parts.replaceAll(/\p{Script=Arabic}+/gu, "\u200e$&\u200e");
