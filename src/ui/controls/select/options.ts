/** An option (specification, "Form option shapes"). The id is the field's value. */
export type SelectOption = { id: string; label: string; disabled?: boolean };

/** An entry of the list. `isNew` marks the one that creates a value. */
export type ListedOption = SelectOption & { isNew?: boolean };

type Search = {
  /** Spaces around it are ignored. */
  text: string;
  /** Decides how to convert to lower case. */
  language: string;
  /** Whether the text can become a value. */
  allowCustom?: boolean | undefined;
  /** Whether a server has already searched, so that all options match. */
  isSearched?: boolean | undefined;
};

/**
 * The options whose label contains the search text, ignoring case (specification, "Select"). If custom values are allowed,
 * the search text is the last entry, unless it equals a label: "Ann" must be possible although "Anna" exists.
 */
export function matchingOptions(options: readonly SelectOption[], search: Search): ListedOption[] {
  const text = search.text.trim();
  const lower = text.toLocaleLowerCase(search.language);
  const labels = options.map(({ label }) => label.toLocaleLowerCase(search.language));
  const matching = search.isSearched ? options : options.filter((_, index) => labels[index]?.includes(lower));
  const isNew = search.allowCustom && text !== "" && !labels.includes(lower);
  return isNew ? [...matching, { id: text, label: text, isNew }] : [...matching];
}

/** The listed option that a text names, ignoring case and spaces around it: the one with this label, or the new one. */
export function namedOption(
  options: readonly ListedOption[],
  text: string,
  language: string,
): ListedOption | undefined {
  const lower = text.trim().toLocaleLowerCase(language);
  return options.find(({ label, disabled }) => !disabled && label.toLocaleLowerCase(language) === lower);
}

/** The label of a value: its option's label, or the value itself if it is a custom one. */
export function optionLabel(options: readonly SelectOption[], id: string | null): string {
  return options.find((option) => option.id === id)?.label ?? id ?? "";
}
