/** What can be chosen (specification, "Form option shapes"). The id is the field's value. */
export type SelectOption = { id: string; label: string; disabled?: boolean };

/** An option of the list; `isNew` where choosing it makes a value that was not there. */
export type ListedOption = SelectOption & { isNew?: boolean };

type Search = {
  /** What was typed; spaces around it don't count. */
  text: string;
  /** The interface language, whose lower case counts. */
  language: string;
  /** Whether what was typed can become a value. */
  allowCustom?: boolean | undefined;
  /** Whether the options are already those that match, because a server searched for them. */
  isSearched?: boolean | undefined;
};

/**
 * The options whose label contains the search text, whatever its case (specification, "Select").
 *
 * Where custom values are allowed, the search text itself stands last: alone where nothing matches, and beneath what
 * matches too, since "Ann" must be possible though "Anna" is there. Not where a label is the search text already:
 * that would be the same value in another case.
 */
export function matchingOptions(options: readonly SelectOption[], search: Search): ListedOption[] {
  const text = search.text.trim();
  const lower = text.toLocaleLowerCase(search.language);
  const labels = options.map(({ label }) => label.toLocaleLowerCase(search.language));
  const matching = search.isSearched ? options : options.filter((_, index) => labels[index]?.includes(lower));
  const isNew = search.allowCustom && text !== "" && !labels.includes(lower);
  return isNew ? [...matching, { id: text, label: text, isNew }] : [...matching];
}

/** What a value is called: its option's label, or, of a custom value, the value. */
export function optionLabel(options: readonly SelectOption[], id: string | null): string {
  return options.find((option) => option.id === id)?.label ?? id ?? "";
}

/** The chosen ones once an option was chosen: with it, or without it where it was among them. */
export function toggleId(ids: string[], id: string): string[] {
  return ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id];
}
