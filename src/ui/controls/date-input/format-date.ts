/** Formats a day as DD/MM/YYYY, local time, with Latin digits in every language (specification, section 9). */
export function formatDate(date: Date | null): string {
  if (!date || Number.isNaN(date.getTime())) return "";
  const day = String(date.getDate()).padStart(2, "0");
  const month = String(date.getMonth() + 1).padStart(2, "0");
  return `${day}/${month}/${String(date.getFullYear()).padStart(4, "0")}`;
}
