import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { formatNumber, formatTime, formatTimeAgo } from "#i18n/formats.ts";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import type { Namespace } from "#i18n/texts.gen.ts";
import { Badge } from "#ui/display/badge.tsx";
import { ForwardIcon } from "#ui/icons.ts";
import { updateSearch } from "#ui/list/list-search.ts";
import type { ActivityKinds } from "../shared/kinds.ts";
import type { ActivityEntry } from "../schema.ts";
import { useSentence } from "./use-sentence.ts";

type ActivityItemProps = {
  entry: ActivityEntry;
  kinds: ActivityKinds;
  /** In milliseconds. */
  now: number;
};

/** An entry of the activity: a sentence, what changed, when and from where. */
export function ActivityItem({ entry, kinds, now }: ActivityItemProps) {
  const { t, i18n } = useTranslation("activity");
  const { t: text } = useTranslation<Namespace[]>();
  const { sentenceOf } = useSentence(kinds);
  const { at, actor, actingFor, subject, clientAddress } = entry;
  const kind = kinds[subject.type];
  return (
    <li className="grid gap-2 py-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <p className="min-w-0 flex-1 basis-64 wrap-anywhere">
          <Isolated>{sentenceOf(entry)}</Isolated>
        </p>
        <time
          dateTime={at.toISOString()}
          title={formatTime(i18n.language, at)}
          className="text-sm whitespace-nowrap text-muted-foreground"
        >
          {formatTimeAgo(i18n.language, at, now)}
        </time>
      </div>
      <Changes entry={entry} kinds={kinds} />
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted-foreground">
        <Badge>{kind ? text(kind.label) : subject.type}</Badge>
        {actingFor && (
          <span>
            <Isolated>{t("actingFor", { name: isolate(actingFor.name ?? actingFor.id) })}</Isolated>
          </span>
        )}
        {clientAddress && <bdi className="break-all">{clientAddress}</bdi>}
        <DeviceName {...entry} />
        {actor && (
          <Link to="/manager/activity" search={updateSearch({ person: actor.id })} className="underline">
            <Isolated>{t("showPerson", { name: isolate(actor.name ?? actor.email ?? actor.id) })}</Isolated>
          </Link>
        )}
      </p>
    </li>
  );
}

function DeviceName({ browser, system }: Pick<ActivityEntry, "browser" | "system">) {
  const { t } = useTranslation("activity");
  if (!browser && !system) return null;
  return browser && system ? (
    <span>
      <Isolated>{t("device", { browser: isolate(browser), system: isolate(system) })}</Isolated>
    </span>
  ) : (
    <bdi>{browser ?? system}</bdi>
  );
}

/** Each field that changed, with its value before and after. */
function Changes({ entry, kinds }: Pick<ActivityItemProps, "entry" | "kinds">) {
  const { t } = useTranslation("activity");
  const { fieldName, fieldsOf } = useSentence(kinds);
  const fields = fieldsOf(entry);
  if (fields.length === 0) return null;
  const { before, after } = entry;
  return (
    <dl className="grid gap-1 border-s-2 border-border ps-3 text-sm">
      {fields.map((field) => (
        <div key={field} className="flex flex-wrap items-baseline gap-x-2">
          <dt className="text-muted-foreground">{fieldName(entry, field)}</dt>
          <dd className="flex min-w-0 flex-wrap items-baseline gap-x-2 wrap-anywhere">
            {before && field in before && (
              <del className={after ? "text-muted-foreground" : "text-muted-foreground no-underline"}>
                <span className="sr-only">{t("values.before")} </span>
                <Value value={before[field]} />
              </del>
            )}
            {before && after && field in before && field in after && (
              <ForwardIcon className="size-3 self-center text-muted-foreground" />
            )}
            {after && field in after && (
              <ins className="no-underline">
                <span className="sr-only">{t("values.after")} </span>
                <Value value={after[field]} />
              </ins>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

type Values = NonNullable<ActivityEntry["before"]>;

function Value({ value = null }: { value: Values[string] | undefined }) {
  const { t, i18n } = useTranslation("activity");
  if (value === null) return <span className="text-muted-foreground">{t("values.empty")}</span>;
  if (typeof value === "boolean") return t(value ? "values.yes" : "values.no");
  if (typeof value === "number") return formatNumber(i18n.language, value);
  return <bdi>{value}</bdi>;
}
