import { useCallback, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { Spinner } from "../../display/spinner.tsx";
import { CalendarIcon } from "#ui/icons.ts";
import type { Calendar as CalendarComponent } from "./calendar.tsx";
import { usePopover } from "../../overlays/popover.tsx";

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
  const buttonId = useId();
  const { trigger, panel } = usePopover("end");
  const popover = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [Calendar, setCalendar] = useState<typeof CalendarComponent | "unavailable">();

  /** Loads the calendar on demand: it is large, and most dates are typed. */
  const load = useCallback(
    () =>
      void import("./calendar.tsx").then(
        (module) => setCalendar(() => module.Calendar),
        () => setCalendar("unavailable"),
      ),
    [],
  );

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
        {...trigger}
        id={buttonId}
        type="button"
        disabled={disabled}
        aria-label={t("datePicker.pick")}
        aria-labelledby={`${buttonId} ${labelId}`}
        aria-haspopup="dialog"
        className="control-adornment noscript:hidden"
        onPointerEnter={load}
        onFocus={load}
        // Safari doesn't focus a clicked button; closing returns the focus to what had it.
        onClick={(event) => event.currentTarget.focus()}
      >
        <CalendarIcon className="size-5" />
      </button>
      <div
        {...panel}
        ref={popover}
        role="dialog"
        aria-label={t("datePicker.pick")}
        // 248.8 px wide (specification, section 9), wider with a larger font size of the browser. As high as the calendar, to
        // avoid a layout shift when it has loaded.
        className={`${panel.className} w-[15.55rem] p-2 font-normal open:grid open:min-h-72 open:items-center-safe`}
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
