import { useMemo, useState } from "react";
import { DayPicker, type DayPickerLocale } from "react-day-picker";
import { ar } from "react-day-picker/locale/ar";
import { enUS } from "react-day-picker/locale/en-US";
import { fr } from "react-day-picker/locale/fr";
import { useTranslation } from "#i18n/use-translation.tsx";
import { dayOfUtcDate, today, utcDateOf } from "#lib/day.ts";
import { ChevronDownIcon } from "#ui/icons.ts";
import "./calendar.css";

/** Other languages use the English calendar (specification, section 9, "Date locale"). */
const locales: Partial<Record<string, DayPickerLocale>> = { ar, fr };

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
      startMonth={monthOf(Math.min(year, thisYear - yearRange), 0)}
      endMonth={monthOf(Math.max(year, thisYear + yearRange), 11)}
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
      components={{ Chevron }}
    />
  );
}

const rotations = { up: "rotate-180", right: "size-5 -rotate-90", down: "size-4", left: "size-5 rotate-90" };

function Chevron({ orientation = "down" }: { orientation?: keyof typeof rotations }) {
  return <ChevronDownIcon className={rotations[orientation]} />;
}

function yearOf(day: string): number {
  return Number(day.slice(0, 4));
}

/** The first day of a month. `Date.UTC(24, 0)` would be in 1924. */
function monthOf(year: number, month: number): Date {
  const date = new Date(Date.UTC(2000, month, 1));
  date.setUTCFullYear(year);
  return date;
}
