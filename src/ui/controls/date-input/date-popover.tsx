import { useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { Spinner } from "../../display/spinner.tsx";
import { CalendarIcon } from "#ui/icons.ts";
import type { Calendar as CalendarComponent } from "./calendar.tsx";

type DatePopoverProps = {
  /** The id of the field's label, which is added to the button's name: a page may have several dates. */
  labelId: string;
  /** A day, as YYYY-MM-DD. */
  selected: string | null;
  /** Called with the day, or `null` when the selected day is deselected. */
  onSelect: (day: string | null) => void;
  disabled?: boolean | undefined;
};

/**
 * A button that opens a calendar in a native popover, which closes on Escape and on a click outside, also in a modal
 * dialog. Choosing a day closes it; the focus returns to the button.
 */
export function DatePopover({ labelId, selected, onSelect, disabled }: DatePopoverProps) {
  const { t } = useTranslation("components");
  const id = useId();
  const anchor = `--date-${id.replaceAll(/\W/g, "")}`;
  const popover = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [Calendar, load] = useCalendar();

  // It may have been opened before hydration.
  useEffect(() => setIsOpen(popover.current?.matches(":popover-open") ?? false), []);
  useEffect(() => {
    if (isOpen) load();
  }, [isOpen, load]);

  function select(day: string | null) {
    onSelect(day);
    popover.current?.hidePopover();
  }

  return (
    <>
      <button
        id={`${id}-button`}
        type="button"
        popoverTarget={id}
        disabled={disabled}
        aria-label={t("datePicker.pick")}
        aria-labelledby={`${id}-button ${labelId}`}
        aria-haspopup="dialog"
        className="control-adornment noscript:hidden"
        style={{ anchorName: anchor }}
        onPointerEnter={load}
        onFocus={load}
        // Safari doesn't focus a clicked button; closing returns the focus to what had it.
        onClick={(event) => event.currentTarget.focus()}
      >
        <CalendarIcon className="size-5" />
      </button>
      <div
        ref={popover}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={t("datePicker.pick")}
        className="date-popover"
        style={{ positionAnchor: anchor }}
        onToggle={(event) => setIsOpen(event.newState === "open")}
      >
        {isOpen &&
          (Calendar === "unavailable" ? (
            <p role="alert" className="p-4 text-center text-sm">
              {t("datePicker.unavailable")}
            </p>
          ) : Calendar ? (
            <Calendar selected={selected} onSelect={select} />
          ) : (
            <Spinner className="size-5 justify-self-center" />
          ))}
      </div>
    </>
  );
}

/** Loads the calendar on demand: it is large, and most dates are typed. */
function useCalendar() {
  const [calendar, setCalendar] = useState<typeof CalendarComponent | "unavailable">();
  const [load] = useState(
    () => () =>
      void import("./calendar.tsx").then(
        ({ Calendar }) => setCalendar(() => Calendar),
        () => setCalendar("unavailable"),
      ),
  );
  return [calendar, load] as const;
}
