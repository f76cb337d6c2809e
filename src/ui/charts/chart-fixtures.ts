import type { Column } from "./column-chart.tsx";

/** Columns for November 1 and the days after it, with the values 0, 7, 3, 10, 6, 2, 9, 5, 1, 8, 4, 0 … */
export function sampleColumns(count: number, factor = 1): Column[] {
  return Array.from({ length: count }, (_, index) => {
    const day = index + 1;
    const value = ((index * 7) % 11) * factor;
    return {
      key: String(day),
      name: `November ${day}`,
      tick: (count - day) % 7 === 0 ? `Nov ${day}` : undefined,
      value,
      text: `${value} logins`,
      link: { to: "/manager/users", search: { from: `2026-11-${String(day).padStart(2, "0")}` } },
    };
  });
}
