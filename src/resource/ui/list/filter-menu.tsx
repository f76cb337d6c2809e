import { useTranslation } from "#i18n/use-translation.tsx";
import { ChevronDownIcon } from "#ui/icons.ts";
import { chipClasses } from "#ui/list/chip-classes.ts";
import { updateSearch, type FilterValue } from "#ui/list/list-search.ts";
import { MenuLink } from "#ui/overlays/menu-item.tsx";
import { Menu } from "#ui/overlays/menu.tsx";

type FilterMenuProps<Value extends FilterValue> = {
  /** The name of the filter, shown on its button. */
  label: string;
  /** The URL parameter. */
  name: string;
  /** The current value of the URL parameter. */
  value: Value | undefined;
  choices: { value: Value; label: string }[];
};

/**
 * A filter with a few choices as a menu, for lists with several filters; `FilterChips` shows all choices of one. The
 * choices are links, so they work before hydration and without JavaScript.
 */
export function FilterMenu<Value extends FilterValue>({
  label,
  name,
  value,
  choices,
}: FilterMenuProps<Value>) {
  const { t } = useTranslation("resource");
  const current = choices.find((choice) => choice.value === value);
  const text = current ? t("filter.current", { filter: label, choice: current.label }) : label;
  return (
    <Menu
      label={text}
      trigger={
        <>
          {text}
          <ChevronDownIcon className="-me-1 size-4" />
        </>
      }
      triggerClassName={chipClasses(current !== undefined)}
    >
      {[{ value: undefined, label: t("filter.any") }, ...choices].map((choice) => (
        <MenuLink
          key={String(choice.value)}
          to="."
          search={updateSearch({ [name]: choice.value })}
          resetScroll={false}
          isChecked={choice.value === current?.value}
        >
          {choice.label}
        </MenuLink>
      ))}
    </Menu>
  );
}

/** A filter by yes or no. */
export function FlagFilter(props: Omit<FilterMenuProps<boolean>, "choices">) {
  const { t } = useTranslation("resource");
  const choices = [
    { value: true, label: t("filter.yes") },
    { value: false, label: t("filter.no") },
  ];
  return <FilterMenu {...props} choices={choices} />;
}
