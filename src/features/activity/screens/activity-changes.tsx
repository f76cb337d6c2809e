import { useTranslation } from "#i18n/use-translation.tsx";
import { formatDateTime, formatNumber } from "#i18n/formats.ts";
import type { Texts } from "#i18n/texts.gen.ts";
import { DayValue, MoneyValue, YearValue } from "#resource/ui/record/kind-values.tsx";
import { EmailText } from "#ui/display/email-text.tsx";
import { useTimeZone } from "#ui/display/local-time.tsx";
import { ForwardIcon } from "#ui/icons.ts";
import { activityKinds, valueKind, type ValueKind } from "../shared/kinds.ts";
import type { ActivityEntry } from "../schema.ts";
import { useSentence } from "./use-sentence.ts";

type Values = NonNullable<ActivityEntry["before"]>;

/** Each field that changed, with its value before and after. */
export function ActivityChanges({ entry }: { entry: ActivityEntry }) {
  const { fieldName, fieldsOf } = useSentence();
  const fields = fieldsOf(entry);
  if (fields.length === 0) return null;
  return (
    <dl className="grid gap-1 border-s-2 border-border ps-3 text-sm">
      {fields.map((field) => (
        <div key={field} className="flex flex-wrap items-baseline gap-x-2">
          <dt className="text-muted-foreground">{fieldName(entry, field)}</dt>
          <dd className="flex min-w-0 flex-wrap items-baseline gap-x-2 wrap-anywhere">
            <Change entry={entry} field={field} kind={valueKind(activityKinds[entry.subject.type], field)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

type ChangeProps = { entry: ActivityEntry; field: string; kind: ValueKind };

function Change({ entry: { before, after }, field, kind }: ChangeProps) {
  const { t } = useTranslation("activity");
  const hasBefore = before !== null && field in before;
  const hasAfter = after !== null && field in after;
  // optional: images
  if (kind === "image") {
    const isSet = (values: Values | null) => (values?.[field] ?? null) !== null;
    return t(`names.${!isSet(before) ? "create" : isSet(after) ? "update" : "delete"}`);
  }
  // end: images
  return (
    <>
      {hasBefore && (
        <del className={`text-muted-foreground ${after && before[field] !== null ? "" : "no-underline"}`}>
          <span className="sr-only">{t("values.before")} </span>
          <Value value={before[field]} kind={kind} />
        </del>
      )}
      {hasBefore && hasAfter && <ForwardIcon className="size-3 self-center text-muted-foreground" />}
      {hasAfter && (
        <ins className="no-underline">
          <span className="sr-only">{t("values.after")} </span>
          <Value value={after[field]} kind={kind} />
        </ins>
      )}
    </>
  );
}

function Value({ value = null, kind }: { value: Values[string] | undefined; kind: ValueKind }) {
  const { t, i18n } = useTranslation("activity");
  const timeZone = useTimeZone();
  if (value === null) return <span className="text-muted-foreground">{t("values.empty")}</span>;
  if (typeof value === "boolean") return t(value ? "values.yes" : "values.no");
  if (typeof value === "number" && kind === "money") return <MoneyValue value={value} />;
  if (typeof value === "number" && kind === "year") return <YearValue value={value} />;
  if (typeof value === "number") return formatNumber(i18n.language, value);
  if (kind === "day") return <DayValue value={value} />;
  if (kind === "time") return formatDateTime(i18n.language, new Date(value), timeZone);
  if (kind === "email") return <EmailText email={value} />;
  if (kind === "codes") return <Codes codes={value.split(", ")} />;
  return <bdi>{value}</bdi>;
}

/** Values that the product chose, for example the names of roles. A code without a text is shown as it is. */
function Codes({ codes }: { codes: string[] }) {
  const { t, i18n } = useTranslation("activity");
  const names = codes.map((code) =>
    i18n.exists(`activity:codes.${code}`) ? t(`codes.${code as keyof Texts["activity"]["codes"]}`) : code,
  );
  return <bdi>{new Intl.ListFormat(i18n.language).format(names)}</bdi>;
}
