import { Link } from "@tanstack/react-router";
import { useTranslation } from "#i18n/use-translation.tsx";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import { DayRangeFilter } from "#resource/ui/list/day-range-filter.tsx";
import { FilterMenu } from "#resource/ui/list/filter-menu.tsx";
import { CloseIcon } from "#ui/icons.ts";
import { chipClasses } from "#ui/list/chip-classes.ts";
import { updateSearch } from "#ui/list/list-search.ts";
import type { Texts } from "#i18n/texts.gen.ts";
import { activityKinds } from "../shared/kinds.ts";
import type { ActivityEntry } from "../schema.ts";
import type { ActivitySearch } from "../search-params.ts";
import { PersonFilter } from "./person-filter.tsx";

type ActivityFiltersProps = { search: ActivitySearch; entries: ActivityEntry[] };

/** Filters by action, kind, day, person and thing. The URL holds them. */
export function ActivityFilters({ search, entries }: ActivityFiltersProps) {
  const { t, i18n } = useTranslation("activity");
  const actions = Object.keys(i18n.messagesOf(i18n.language).activity?.names ?? {});
  const actionChoices = actions.map((value) => ({
    value,
    label: t(`names.${value as keyof Texts["activity"]["names"]}`),
  }));
  const kindChoices = Object.entries(activityKinds).map(([value, { label }]) => ({ value, label: t(label) }));
  const thing =
    search.subject && (entries.find(({ subject }) => subject.name)?.subject.name ?? search.subject);
  const key = search.key && (entries.find((entry) => entry.key)?.key?.name ?? search.key); // optional: api-keys
  return (
    <div className="flex flex-wrap items-end gap-x-3 gap-y-4">
      <div className="flex min-h-control flex-wrap items-center gap-2 max-lg:basis-full">
        <FilterMenu label={t("filters.action")} name="action" value={search.action} choices={actionChoices} />
        <FilterMenu label={t("filters.type")} name="type" value={search.type} choices={kindChoices} />
        {/* optional: api-keys */}
        {key && <RemoveFilter name="key" text={t("withKey", { name: isolate(key) })} />}
        {/* end: api-keys */}
        {thing && <RemoveFilter name="subject" text={t("onlyThing", { name: isolate(thing) })} />}
        {search.zone && (search.from || search.to) && <RemoveFilter name="zone" text={t("daysInUtc")} />}
      </div>
      <div className="flex flex-1 flex-wrap items-start gap-3 max-lg:basis-full">
        <PersonFilter id={search.person} nameOfDeleted={search.person && nameIn(entries, search.person)} />
        <div className="min-w-0 flex-1 basis-[calc(21rem*var(--font-scale,1))]">
          <DayRangeFilter from={search.from} to={search.to} />
        </div>
      </div>
    </div>
  );
}

/** The name of a person, from the entries of what they did, or of what was done for them or to them. */
function nameIn(entries: ActivityEntry[], id: string): string | undefined {
  for (const { actor, actingFor, subject } of entries) {
    const name =
      (actor?.id === id && (actor.name ?? actor.email)) ||
      (actingFor?.id === id && actingFor.name) ||
      (subject.id === id && subject.name);
    if (name) return name;
  }
  return undefined;
}

/** A filter that is set by a link in the list; it removes the filter. */
function RemoveFilter({ name, text }: { name: string; text: string }) {
  const { t } = useTranslation("activity");
  return (
    <Link
      to="."
      search={updateSearch({ [name]: undefined })}
      resetScroll={false}
      aria-label={t("remove", { filter: text })}
      className={chipClasses(true)}
    >
      <span className="truncate">
        <Isolated>{text}</Isolated>
      </span>
      <CloseIcon className="-me-1 size-4 shrink-0" />
    </Link>
  );
}
