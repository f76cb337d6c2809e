import { Link } from "@tanstack/react-router";
import type { ComponentProps, ReactNode } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import { pathBelow } from "#resource/queries.ts";
import { Avatar } from "#ui/display/avatar.tsx";
import { LocalTime } from "#ui/display/local-time.tsx";
import { ChevronDownIcon } from "#ui/icons.ts";
import { updateSearch } from "#ui/list/list-search.ts";
import { activityKinds } from "../shared/kinds.ts";
import type { ActivityEntry } from "../schema.ts";
import { ActivityChanges } from "./activity-changes.tsx";
import { useSentence } from "./use-sentence.ts";
import "./activity-item.css";

type ActivityItemProps = Pick<ComponentProps<"li">, "aria-posinset" | "aria-setsize"> & {
  entry: ActivityEntry;
  /** When it was, in short. The details have the exact time. */
  time: ReactNode;
  /** Above the entry: the day with which it begins. */
  heading?: ReactNode;
};

/** An entry of the activity: a line that says who did what, and on request what changed, when exactly and from where. */
export function ActivityItem({ entry, time, heading, ...position }: ActivityItemProps) {
  const { t } = useTranslation("activity");
  const { namesIn } = useSentence();
  const { actor, actingFor } = entry;
  return (
    <li className="border-border not-first:border-t" {...position}>
      {heading}
      <div className="activity-entry">
        <div className="flex items-center gap-3 py-0.5 ps-3 pe-10 text-sm max-sm:items-start max-sm:py-2">
          <Avatar id={actor?.id ?? ""} name={actor && namesIn(entry).actor} size="small" />
          <p className="flex min-w-0 flex-1 flex-wrap gap-x-3 wrap-anywhere">
            <span className="line-clamp-3 min-w-0">
              <Sentence entry={entry} />
            </span>
            {actingFor && (
              <span className="text-muted-foreground">
                <Isolated>{t("actingFor", { name: isolate(actingFor.name ?? actingFor.id) })}</Isolated>
              </span>
            )}
            {/* optional: api-keys */}
            {entry.key && <UsedKey apiKey={entry.key} />}
            {/* end: api-keys */}
          </p>
          <span className="shrink-0 text-muted-foreground">{time}</span>
        </div>
        <details>
          <summary>
            <span className="sr-only">{t("details")}</span>
            <ChevronDownIcon className="absolute end-3 top-2 size-4 text-muted-foreground max-sm:top-3.5" />
          </summary>
          <Details entry={entry} />
        </details>
      </div>
    </li>
  );
}

// optional: api-keys
function UsedKey({ apiKey: { id, name } }: { apiKey: NonNullable<ActivityEntry["key"]> }) {
  const { t } = useTranslation("activity");
  return (
    <span className="text-muted-foreground">
      <Isolated elements={{ key: <FilterLink name={name} filter={{ key: id }} /> }}>
        {t("withKey", { name: isolate("key") })}
      </Isolated>
    </span>
  );
}
// end: api-keys

/** What happened, with links from the names to everything about them. */
function Sentence({ entry }: { entry: ActivityEntry }) {
  const { sentenceOf, namesIn } = useSentence();
  const names = namesIn(entry);
  const { actor, subject } = entry;
  const about = subject.id !== null && {
    ...(subject.type === "user" ? { person: subject.id } : { type: subject.type, subject: subject.id }),
  };
  return (
    <Isolated
      elements={{
        actor: actor ? <FilterLink name={names.actor} filter={{ person: actor.id }} /> : names.actor,
        subject: about ? <FilterLink name={names.subject ?? ""} filter={about} /> : names.subject,
      }}
    >
      {sentenceOf(entry, { actor: "actor", subject: names.subject === null ? null : "subject" })}
    </Isolated>
  );
}

/** A name that leads to all activity with it. */
function FilterLink({ name, filter }: { name: string; filter: Record<string, string> }) {
  return (
    <Link
      to="/manager/activity"
      search={updateSearch(filter)}
      className="font-semibold text-foreground hover:underline"
    >
      {name}
    </Link>
  );
}

function Details({ entry }: { entry: ActivityEntry }) {
  const { t } = useTranslation("activity");
  const { at, action, subject, clientAddress } = entry;
  const kind = activityKinds[subject.type];
  const isDeleted = action === "delete" || action === "deleteAccount";
  return (
    <div className="grid gap-2 ps-12 pe-4 pb-3 text-sm">
      <ActivityChanges entry={entry} />
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-muted-foreground">
        <LocalTime value={at} />
        <span>{kind ? t(kind.label) : subject.type}</span>
        {clientAddress && <bdi className="break-all">{clientAddress}</bdi>}
        <DeviceName browser={entry.browser} system={entry.system} />
        {kind?.path && subject.id !== null && !isDeleted && (
          <Link to={pathBelow({ path: kind.path }, subject.id)} className="text-foreground underline">
            {t("open")}
          </Link>
        )}
      </p>
    </div>
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
