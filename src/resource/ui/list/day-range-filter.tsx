import { useNavigate } from "@tanstack/react-router";
import { useId, useState } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { isolate } from "#i18n/isolate.tsx";
import { DateInput } from "#ui/controls/date-input/date-input.tsx";
import { fieldAttributes, FieldLayout } from "#ui/controls/field.tsx";
import { updateSearch } from "#ui/list/list-search.ts";

type DayRangeFilterProps = {
  /** The first and the last day, YYYY-MM-DD: the URL's parameters `from` and `to`. */
  from: string | undefined;
  to: string | undefined;
};

/** Filters by a range of days, both included, which the URL holds. */
export function DayRangeFilter({ from, to }: DayRangeFilterProps) {
  const isReversed = from !== undefined && to !== undefined && from > to;
  return (
    <div className="flex flex-wrap items-start gap-3">
      <DayFilter name="from" value={from} isReversed={false} />
      <DayFilter name="to" value={to} isReversed={isReversed} />
    </div>
  );
}

type DayFilterProps = { name: "from" | "to"; value: string | undefined; isReversed: boolean };

function DayFilter({ name, value, isReversed }: DayFilterProps) {
  const { t } = useTranslation("resource");
  const navigate = useNavigate();
  const id = useId();
  const [rejected, setRejected] = useState<string>();
  const error =
    rejected !== undefined
      ? t("components:datePicker.invalid", { text: isolate(rejected) })
      : isReversed
        ? t("days.reversed")
        : undefined;

  function change(day: string | null) {
    setRejected(undefined);
    void navigate({ to: ".", search: updateSearch({ [name]: day ?? undefined }), resetScroll: false });
  }

  return (
    // As wide as a day needs in larger type.
    <div className="max-w-[calc(11rem*var(--font-scale,1))] min-w-0 flex-1 basis-[calc(10rem*var(--font-scale,1))]">
      <FieldLayout id={id} label={t(`days.${name}`)} error={error}>
        <DateInput
          {...fieldAttributes({ id, error })}
          value={value ?? null}
          onChange={change}
          onReject={setRejected}
        />
      </FieldLayout>
    </div>
  );
}
