/** The distance between two swatches, in degrees. */
const step = 15;

const swatches = Array.from({ length: 360 / step }, (_, index) => index * step);

/** The names of hues, every 30 degrees from 0° in OKLCH. */
const names = [
  "pink",
  "red",
  "orange",
  "gold",
  "lime",
  "green",
  "teal",
  "cyan",
  "azure",
  "blue",
  "violet",
  "magenta",
] as const;

/** The name of the hue that is nearest, in degrees. */
export function hueName(hue: number): (typeof names)[number] {
  return names[Math.round(hue / 30) % names.length] ?? "pink";
}

/** The hues to choose from, at equal distances; the genre's current hue replaces the nearest. */
export function hueOptions(current: number): number[] {
  const nearest = (Math.round(current / step) * step) % 360;
  return swatches.map((hue) => (hue === nearest ? current : hue));
}

/** The swatch that is farthest from the used hues; red if there are none. */
export function mostDistinctHue(used: readonly number[]): number {
  const distanceToUsed = (hue: number) => Math.min(...used.map((other) => distance(hue, other)));
  const [first = 30, ...others] = used.length > 0 ? swatches : [];
  return others.reduce((best, hue) => (distanceToUsed(hue) > distanceToUsed(best) ? hue : best), first);
}

/** The distance of two hues on the circle, in degrees. */
function distance(a: number, b: number): number {
  const difference = Math.abs(a - b);
  return Math.min(difference, 360 - difference);
}
