import { useMemo, useState, type ComponentProps, type KeyboardEvent } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { localeOf } from "#i18n/formats.ts";
import { ChevronDownIcon, ChevronUpIcon, MinusIcon, PlusIcon } from "#ui/icons.ts";
import { ControlFrame } from "../control-frame.tsx";
import { useDraft } from "../use-draft.ts";
import { numberText } from "./number-text.ts";

type NumberInputProps = Omit<
  ComponentProps<"input">,
  "type" | "value" | "defaultValue" | "onChange" | "onBlur" | "onKeyDown"
> & {
  value: number | null;
  onChange: (value: number | null) => void;
  /** Called with typed text that isn't a number, when it is reverted, and with nothing when the text is edited. */
  onReject?: (text?: string) => void;
  /** Called when the input is left as it is. */
  onAccept?: () => void;
  onBlur?: () => void;
  /** The value is an integer number of cents, shown divided by 100. */
  inCents?: boolean;
  /** Whether thousands are set apart, as years are not; by default yes. */
  isGrouped?: boolean;
  /** The interface language by default. */
  locale?: string;
  /** Stacked up and down buttons at the end (`classic`), or minus before and plus after the input (`mobile`). */
  steppers?: "classic" | "mobile";
};

/**
 * A number or an amount, formatted for the interface language (specification, "Amount input"). A valid number becomes the
 * value while typing, empty text becomes `null`. Blur and Enter reformat the text; invalid text is reverted. The arrow
 * keys step. Why it isn't Base UI's: docs/decisions/0019-libraries.md.
 * @throws RangeError for an unknown locale
 */
export function NumberInput({
  value,
  onChange,
  onReject,
  onAccept,
  onBlur,
  inCents = false,
  isGrouped = true,
  locale,
  steppers,
  className = "",
  ...input
}: NumberInputProps) {
  const { t, i18n } = useTranslation("components");
  const textLocale = locale ?? localeOf(i18n.language);
  const text = useMemo(() => numberText(textLocale, inCents, isGrouped), [textLocale, inCents, isGrouped]);
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
    onReject?.();
    change(next);
  }

  function commit() {
    if (draft.text === null) return;
    draft.clear();
    if (text.parse(draft.text) === undefined) onReject?.(draft.text);
  }

  const isFixed = Boolean(input.disabled || input.readOnly);

  /** Steps by one as shown. */
  function stepBy(steps: 1 | -1) {
    const next = text.round((value ?? 0) + steps * (inCents ? 100 : 1));
    if (isFixed || !Number.isSafeInteger(Math.round(next))) return;
    draft.clear();
    setAnnounced(text.format(next));
    change(next);
  }

  function handleKeyDown(event: KeyboardEvent) {
    // Enter then submits the form.
    if (event.key === "Enter") commit();
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    stepBy(event.key === "ArrowUp" ? 1 : -1);
  }

  const stepper = (steps: 1 | -1) => ({
    label: t(steps > 0 ? "numberInput.increase" : "numberInput.decrease"),
    disabled: isFixed,
    onClick: () => stepBy(steps),
  });
  const [increase, decrease] = [stepper(1), stepper(-1)];

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
            <span className="grid grid-rows-2 self-stretch border-s">
              <StepButton {...increase} className={classicStepper}>
                <ChevronUpIcon className="size-3.5" />
              </StepButton>
              <StepButton {...decrease} className={classicStepper}>
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
        className={`control-input control-digits ${steppers === "mobile" ? "text-center" : ""} ${className}`}
        value={draft.text ?? text.format(value)}
        onChange={(event) => handleInput(event.currentTarget.value)}
        onBlur={() => {
          if (draft.text === null) onAccept?.();
          commit();
          onBlur?.();
        }}
        onKeyDown={handleKeyDown}
      />
    </ControlFrame>
  );
}

/** Half as high as the input, with a target of 24 px that extends over its border. */
const classicStepper =
  "relative min-w-8 rounded-none before:absolute before:inset-x-0 before:h-6 first:rounded-se-[calc(var(--control-radius)-1px)] first:border-b first:before:bottom-0 last:rounded-ee-[calc(var(--control-radius)-1px)] last:before:top-0";

type StepButtonProps = Omit<ComponentProps<"button">, "aria-label"> & { label: string };

/**
 * It isn't in the tab order, because the input's arrow keys do the same, and it doesn't take the focus, so that a phone's
 * keyboard doesn't open.
 */
function StepButton({ label, className = "", ...props }: StepButtonProps) {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={label}
      className={`control-adornment touch-manipulation select-none ${className}`}
      onMouseDown={(event) => event.preventDefault()}
      {...props}
    />
  );
}
