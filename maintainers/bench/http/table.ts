import type { Measured } from "./measure.ts";

const head = [
  "",
  "requests/s",
  "limit",
  "ratio",
  "on one connection",
  "at least",
  "CPU ms",
  "limit",
  "statements",
  "limit",
];

/** The measurements as a Markdown table for docs/performance.md, with 32 connections where the head says nothing else. */
export function table(measured: Measured[]): string {
  const rows = measured.map(({ subject, product, limit, ratio }) => [
    subject.name,
    Math.round(product[32].requestsPerSecond).toLocaleString("en"),
    Math.round(limit[32].requestsPerSecond).toLocaleString("en"),
    ratio[32].toFixed(2),
    ratio[1].toFixed(2),
    subject.goal ?? "",
    product[32].cpuMs.toFixed(2),
    limit[32].cpuMs.toFixed(2),
    Math.round(product[32].statements),
    Math.round(limit[32].statements),
  ]);
  return [head, head.map((_, column) => (column === 0 ? "---" : "---:")), ...rows]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");
}
