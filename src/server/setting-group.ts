/**
 * Reads settings that must be set together; undefined if none of them is set.
 * @param problems gets a message if some are missing
 * @param names the settings, by the names of their values
 */
export function readGroup<Name extends string>(
  problems: string[],
  values: Record<string, unknown>,
  names: Record<Name, string>,
): Record<Name, string> | undefined {
  const entries = Object.entries<string>(names);
  const missing = entries.filter(([, setting]) => !values[setting]).map(([, setting]) => setting);
  if (missing.length === entries.length) return undefined;
  if (missing.length > 0) {
    const given = entries.map(([, setting]) => setting).filter((setting) => !missing.includes(setting));
    problems.push(`${missing.join(", ")} must be set too, because ${given.join(", ")} is set`);
    return undefined;
  }
  return Object.fromEntries(entries.map(([name, setting]) => [name, values[setting]])) as Record<
    Name,
    string
  >;
}
