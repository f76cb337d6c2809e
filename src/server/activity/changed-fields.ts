/** Values of a record by field, as people may read them. Never secrets. */
export type ActivityFields = Readonly<Record<string, string | number | boolean | null>>;

/** The limits of what one entry stores: a longer text is cut, and further fields are left out. */
const limits = { textCharacters: 500, fields: 20 };

/**
 * The fields whose values differ, with both values. A missing record has no values, so that a new record's fields are
 * those that aren't null.
 * @returns null in place of a record without values
 */
export function changedFields(
  before: ActivityFields = {},
  after: ActivityFields = {},
): { before: ActivityFields | null; after: ActivityFields | null } {
  const valueIn = (record: ActivityFields, name: string) =>
    Object.hasOwn(record, name) ? (record[name] ?? null) : null;
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => valueIn(before, name) !== valueIn(after, name))
    .slice(0, limits.fields);
  const pick = (record: ActivityFields) => {
    const fields = names.filter((name) => Object.hasOwn(record, name));
    if (fields.length === 0) return null;
    return Object.fromEntries(fields.map((name) => [name, bounded(valueIn(record, name))]));
  };
  return { before: pick(before), after: pick(after) };
}

/** A text without what PostgreSQL can't store, and cut to a length. */
export function boundedText(text: string): string {
  const limit = limits.textCharacters;
  const storable = text.toWellFormed().replaceAll("\0", "\uFFFD");
  // A character has at most two code units.
  const characters = [...storable.slice(0, 2 * limit + 2)];
  return characters.length <= limit ? storable : `${characters.slice(0, limit - 1).join("")}…`;
}

function bounded(value: ActivityFields[string]): ActivityFields[string] {
  return typeof value === "string" ? boundedText(value) : value;
}
