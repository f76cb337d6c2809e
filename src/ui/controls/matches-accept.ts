/**
 * Whether a file is one that `accept` names, as the browser reads that attribute (HTML, "accept"): types
 * ("image/png", "image/*") and endings (".csv"), separated by commas. Nothing named: every file is.
 */
export function matchesAccept(accept: string | undefined, file: Pick<File, "name" | "type">): boolean {
  const named = (accept ?? "").split(",").map((each) => each.trim().toLowerCase());
  const [name, type] = [file.name.toLowerCase(), file.type.toLowerCase()];
  return (
    named.every((each) => !each) ||
    named.some((each) => {
      if (each.startsWith(".")) return name.endsWith(each);
      return each.endsWith("/*") ? type.startsWith(each.slice(0, -1)) : each !== "" && type === each;
    })
  );
}
