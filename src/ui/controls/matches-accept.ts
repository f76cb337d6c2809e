/**
 * Whether a file matches an `accept` attribute (HTML, "accept"): types ("image/png", "image/*") and extensions (".csv"),
 * separated by commas. An empty attribute accepts every file.
 */
export function matchesAccept(accept: string | undefined, file: Pick<File, "name" | "type">): boolean {
  const patterns = accept?.toLowerCase().match(/[^,\s]+/g) ?? [];
  const [name, type] = [file.name.toLowerCase(), file.type.toLowerCase()];
  return (
    patterns.length === 0 ||
    patterns.some((pattern) => {
      if (pattern.startsWith(".")) return name.endsWith(pattern);
      return pattern.endsWith("/*") ? type.startsWith(pattern.slice(0, -1)) : type === pattern;
    })
  );
}
