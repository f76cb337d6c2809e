/** Formats a day (YYYY-MM-DD) as DD/MM/YYYY, in every language (specification, section 9). */
export function formatDate(day: string | null): string {
  return day?.split("-").toReversed().join("/") ?? "";
}
