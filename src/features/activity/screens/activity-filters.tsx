import { Link, useNavigate } from "@tanstack/react-router";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import type { Namespace } from "#i18n/texts.gen.ts";
import { FilterMenu } from "#resource/ui/list/filter-menu.tsx";
import { DateInput } from "#ui/controls/date-input/date-input.tsx";
import { FieldLabel } from "#ui/controls/field.tsx";
import { CloseIcon } from "#ui/icons.ts";
import { chipClasses } from "#ui/list/chip-classes.ts";
import { updateSearch } from "#ui/list/list-search.ts";
import { actions } from "../actions.ts";
import type { ActivityKinds } from "../shared/kinds.ts";
import type { ActivityEntry } from "../schema.ts";
import type { ActivitySearch } from "../search-params.ts";

type ActivityFiltersProps = { search: ActivitySearch; kinds: ActivityKinds; entries: ActivityEntry[] };

/** Filters by action, kind, day, person and thing. The URL holds them. */
export function ActivityFilters({ search, kinds, entries }: ActivityFiltersProps) {
  const { t } = useTranslation("activity");
  const { t: text } = useTranslation<Namespace[]>();
  const actionChoices = actions.map((value) => ({ value: value as string, label: t(`names.${value}`) }));
  const kindChoices = Object.entries(kinds).map(([value, { label }]) => ({ value, label: text(label) }));
  const person = search.person && (personIn(entries, search.person) ?? search.person);
  const thing =
    search.subject && (entries.find(({ subject }) => subject.name)?.subject.name ?? search.subject);
  return (
    <div className="flex flex-wrap items-end gap-3">
      <FilterMenu label={t("filters.action")} name="action" value={search.action} choices={actionChoices} />
      <FilterMenu label={t("filters.type")} name="type" value={search.type} choices={kindChoices} />
      <DayFilter name="from" value={search.from} />
      <DayFilter name="to" value={search.to} />
      {person && <RemoveFilter name="person" text={t("onlyPerson", { name: isolate(person) })} />}
      {thing && <RemoveFilter name="subject" text={t("onlyThing", { name: isolate(thing) })} />}
    </div>
  );
}

/** The name of a person, from the entries of what they did, or of what was done for them or to them. */
function personIn(entries: ActivityEntry[], id: string): string | undefined {
  for (const { actor, actingFor, subject } of entries) {
    const name =
      (actor?.id === id && (actor.name ?? actor.email)) ||
      (actingFor?.id === id && actingFor.name) ||
      (subject.id === id && subject.name);
    if (name) return name;
  }
  return undefined;
}

function DayFilter({ name, value }: { name: "from" | "to"; value: string | undefined }) {
  const { t } = useTranslation("activity");
  const navigate = useNavigate();
  const id = useId();
  return (
    <div className="grid w-44 gap-1">
      <FieldLabel htmlFor={id}>{t(`filters.${name}`)}</FieldLabel>
      <DateInput
        id={id}
        value={value ?? null}
        onChange={(day) =>
          void navigate({ to: ".", search: updateSearch({ [name]: day ?? undefined }), resetScroll: false })
        }
      />
    </div>
  );
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
