import { useMemo, useState } from "react";
import { DayPicker, type ClassNames, type DayPickerLocale } from "react-day-picker";
import { ar } from "react-day-picker/locale/ar";
import { enUS } from "react-day-picker/locale/en-US";
import { fr } from "react-day-picker/locale/fr";
import { useTranslation } from "#i18n/use-translation.tsx";
import { dayOfUtcDate, today, utcDateOf } from "#lib/day.ts";
import { ChevronDownIcon } from "#ui/icons.ts";

/** Other languages use the English calendar (specification, section 9, "Date locale"). */
const locales: Partial<Record<string, DayPickerLocale>> = {
  ar, // optional: ar
  fr, // optional: fr
};

/** The years that can be selected before and after this year. */
const yearRange = 100;

type CalendarProps = {
  /** A day, as YYYY-MM-DD. */
  selected: string | null;
  /** Called with the day, or `null` when the selected day is deselected. */
  onSelect: (day: string | null) => void;
};

/**
 * Chooses a day of a month. It calculates in UTC, because each day exists there and has a midnight. It starts on the
 * month of the selected date and takes the focus. Arrow keys move by a day or a week, Home and End within the week,
 * Page Up and Down by a month, with Shift by a year.
 */
export function Calendar({ selected, onSelect }: CalendarProps) {
  const { t, i18n } = useTranslation("components");
  const [now] = useState(today);
  const locale = locales[i18n.language] ?? enUS;
  const days = useMemo(
    () =>
      new Intl.DateTimeFormat(locale.code, { dateStyle: "full", numberingSystem: "latn", timeZone: "UTC" }),
    [locale],
  );
  const thisYear = yearOf(now);
  const year = selected ? yearOf(selected) : thisYear;
  const date = selected ? utcDateOf(selected) : undefined;

  return (
    <DayPicker
      mode="single"
      autoFocus
      fixedWeeks
      showOutsideDays
      captionLayout="dropdown"
      navLayout="around"
      locale={locale}
      dir={i18n.dir}
      timeZone="UTC"
      today={utcDateOf(now)}
      selected={date}
      defaultMonth={date}
      startMonth={utcDateOf(`${fourDigits(Math.min(year, thisYear - yearRange))}-01-01`)}
      endMonth={utcDateOf(`${fourDigits(Math.max(year, thisYear + yearRange))}-12-01`)}
      onSelect={(day) => onSelect(day ? dayOfUtcDate(day) : null)}
      // The longer Arabic names are wider than a column.
      formatters={{
        formatWeekdayName: (day, _, dates) => dates?.format(day, locale === ar ? "ccccc" : "cccccc") ?? "",
      }}
      labels={{
        labelPrevious: () => t("datePicker.previousMonth"),
        labelNext: () => t("datePicker.nextMonth"),
        labelMonthDropdown: () => t("datePicker.month"),
        labelYearDropdown: () => t("datePicker.year"),
        labelDayButton: (day, modifiers) => {
          const full = days.format(day);
          const named = modifiers["today"] ? t("datePicker.today", { date: full }) : full;
          return modifiers["selected"] ? t("datePicker.selected", { date: named }) : named;
        },
      }}
      classNames={classNames}
      components={{ Chevron }}
    />
  );
}

const navigation =
  "absolute top-0 grid size-9 place-items-center rounded-control text-muted-foreground aria-disabled:opacity-40 not-aria-disabled:hover:bg-muted not-aria-disabled:hover:text-foreground";

const classNames: Partial<ClassNames> = {
  month: "relative",
  month_caption: "grid h-9 place-items-center px-9",
  button_previous: `${navigation} start-0`,
  button_next: `${navigation} end-0`,
  dropdowns: "flex",
  dropdown_root: "relative inline-flex",
  // A transparent native select, over its visible label.
  dropdown: "peer absolute inset-0 z-1 w-full cursor-pointer opacity-0 *:bg-surface *:text-foreground",
  caption_label:
    "inline-flex min-h-8 items-center gap-0.5 rounded-md ps-1.5 pe-0.5 text-sm font-semibold whitespace-nowrap outline-offset-[-1px] outline-focus *:text-muted-foreground peer-hover:bg-muted peer-focus-visible:outline-2",
  month_grid: "w-full table-fixed border-collapse",
  weekday: "h-7 text-center text-xs font-medium text-muted-foreground",
  day: "group p-px",
  // Today is bold and underlined: visible without color.
  day_button:
    "grid h-8 w-full place-items-center rounded-md text-sm tabular-nums outline-offset-1 hover:bg-muted focus-visible:relative group-data-outside:text-muted-foreground group-data-selected:bg-accent group-data-selected:font-semibold group-data-selected:text-on-accent group-data-today:font-bold group-data-today:underline group-data-today:decoration-2 group-data-today:underline-offset-4 forced-colors:group-data-selected:bg-[Highlight] forced-colors:group-data-selected:text-[HighlightText] forced-colors:group-data-selected:forced-color-adjust-none",
};

const rotations = { up: "rotate-180", right: "size-5 -rotate-90", down: "size-4", left: "size-5 rotate-90" };

function Chevron({ orientation = "down" }: { orientation?: keyof typeof rotations }) {
  return <ChevronDownIcon className={`shrink-0 ${rotations[orientation]}`} />;
}

function yearOf(day: string): number {
  return Number(day.slice(0, 4));
}

const fourDigits = (year: number) => String(year).padStart(4, "0");
