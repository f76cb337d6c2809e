import { Link } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import { Badge } from "#ui/display/badge.tsx";
import { LocalTime } from "#ui/display/local-time.tsx";
import { updateSearch } from "#ui/list/list-search.ts";
import { activityKinds } from "../shared/kinds.ts";
import type { ActivityEntry } from "../schema.ts";
import { ActivityChanges } from "./activity-changes.tsx";
import { useSentence } from "./use-sentence.ts";

type ActivityItemProps = Pick<ComponentProps<"li">, "aria-posinset" | "aria-setsize"> & {
  entry: ActivityEntry;
};

/** An entry of the activity: a sentence, what changed, when and from where. */
export function ActivityItem({ entry, ...position }: ActivityItemProps) {
  const { t } = useTranslation("activity");
  const { sentenceOf } = useSentence();
  const { at, actor, actingFor, subject, clientAddress } = entry;
  const kind = activityKinds[subject.type];
  return (
    <li className="grid gap-2 py-4" {...position}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <p className="min-w-0 flex-1 basis-64 wrap-anywhere">
          <Isolated>{sentenceOf(entry)}</Isolated>
        </p>
        <span className="text-sm whitespace-nowrap text-muted-foreground">
          <LocalTime value={at} />
        </span>
      </div>
      <ActivityChanges entry={entry} />
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted-foreground">
        <Badge>{kind ? t(kind.label) : subject.type}</Badge>
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
