import { formatNumber } from "#i18n/formats.ts";

const units = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;

/** Formats a size in the largest suitable unit, for example "2.4 MB" (1 MB is 1,000,000 bytes). */
export function formatFileSize(language: string, bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  const size = formatNumber(language, bytes / 1000 ** power, {
    style: "unit",
    unit: units[power],
    unitDisplay: power === 0 ? "long" : "short",
    maximumFractionDigits: 1,
  });
  // French units follow a narrow no-break space, which is hardly visible in our font.
  return size.replace(/\u202f(?=\p{L})/u, "\u00a0");
}
