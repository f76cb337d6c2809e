import { useState, type ComponentProps, type KeyboardEvent } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { localeOf } from "#i18n/formats.ts";
import { ChevronDownIcon, ChevronUpIcon, MinusIcon, PlusIcon } from "#ui/icons.ts";
import { ControlFrame } from "../control-frame.tsx";
import { useDraft } from "../use-draft.ts";
import "./number-input.css";
import { numberText, type NumberStyle } from "./number-text.ts";
import { StepButton } from "./step-button.tsx";

type NumberInputProps = Omit<
  ComponentProps<"input">,
  "type" | "value" | "defaultValue" | "onChange" | "onBlur" | "onKeyDown" | "min" | "max" | "step"
> & {
  value: number | null;
  onChange: (value: number | null) => void;
  onBlur?: () => void;
  /** The value is an integer number of cents, shown divided by 100. */
  inCents?: boolean;
  /** The interface language by default. */
  locale?: string;
  format?: NumberStyle;
  /**
   * The limits of steps and their size, in the unit of the value (cents with `inCents`); the size is 1 as shown by default.
   * Typed values aren't limited: the form's schema validates them.
   */
  min?: number;
  max?: number;
  step?: number;
  /** Stacked up and down buttons at the end (`classic`), or minus before and plus after the input (`mobile`). */
  steppers?: "classic" | "mobile";
};

/**
 * A number or an amount, formatted for the interface language (specification, "Amount input"). A valid number becomes the
 * value while typing, empty text becomes `null`. Blur and Enter reformat the text; invalid text is reverted. The arrow
 * keys step. Why it isn't Base UI's: docs/decisions/0019-libraries.md.
 * @throws RangeError for an unknown locale or currency
 */
export function NumberInput({
  value,
  onChange,
  onBlur,
  inCents = false,
  locale,
  format,
  min = -Number.MAX_SAFE_INTEGER,
  max = Number.MAX_SAFE_INTEGER,
  step,
  steppers,
  className = "",
  ...input
}: NumberInputProps) {
  const { t, i18n } = useTranslation("components");
  const text = numberText(locale ?? localeOf(i18n.language), format, inCents);
  const draft = useDraft(value);
  const [announced, setAnnounced] = useState("");

  function change(next: number | null) {
    if (next !== value) onChange(next);
  }

  function handleInput(typed: string) {
    const parsed = text.parse(typed);
    const next = parsed === undefined ? value : parsed;
    draft.set(typed, next);
    setAnnounced("");
    change(next);
  }

  const isFixed = Boolean(input.disabled || input.readOnly);
  const isAtMax = value !== null && value >= max;
  const isAtMin = value !== null && value <= min;

  function stepBy(steps: 1 | -1) {
    if (isFixed || (steps > 0 ? isAtMax : isAtMin)) return;
    const next = text.round((value ?? 0) + steps * (step ?? text.one));
    const bounded = Math.min(Math.max(next, min), max);
    draft.clear();
    setAnnounced(text.format(bounded));
    change(bounded);
  }

  function handleKeyDown(event: KeyboardEvent) {
    // Enter then submits the form.
    if (event.key === "Enter") draft.clear();
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    stepBy(event.key === "ArrowUp" ? 1 : -1);
  }

  const increase = {
    label: t("numberInput.increase"),
    isDisabled: isFixed || isAtMax,
    onStep: () => stepBy(1),
  };
  const decrease = {
    label: t("numberInput.decrease"),
    isDisabled: isFixed || isAtMin,
    onStep: () => stepBy(-1),
  };

  return (
    <ControlFrame
      start={
        steppers === "mobile" && (
          <StepButton {...decrease}>
            <MinusIcon className="size-5" />
          </StepButton>
        )
      }
      end={
        <>
          {steppers === "mobile" && (
            <StepButton {...increase}>
              <PlusIcon className="size-5" />
            </StepButton>
          )}
          {steppers === "classic" && (
            <span className="classic-steppers">
              <StepButton {...increase} className="classic-stepper">
                <ChevronUpIcon className="size-3.5" />
              </StepButton>
              <StepButton {...decrease} className="classic-stepper">
                <ChevronDownIcon className="size-3.5" />
              </StepButton>
            </span>
          )}
          {/* Announces the new value after a step. */}
          <span role="status" className="sr-only">
            {announced}
          </span>
        </>
      }
    >
      <input
        type="text"
        dir="auto"
        inputMode="decimal"
        autoComplete="off"
        {...input}
        className={`control-input number-input ${steppers === "mobile" ? "is-between-steppers" : ""} ${className}`}
        value={draft.text ?? text.format(value)}
        onChange={(event) => handleInput(event.currentTarget.value)}
        onBlur={() => {
          draft.clear();
          onBlur?.();
        }}
        onKeyDown={handleKeyDown}
      />
    </ControlFrame>
  );
}
