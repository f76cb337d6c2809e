/** How far a swatch stands from the next one, in degrees. */
const step = 15;

const swatches = Array.from({ length: 360 / step }, (_, index) => index * step);

/** What hues are called, from 0° on, every 30 degrees of the OKLCH circle. */
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

/** The name that is nearest to a hue, in degrees. */
export function hueName(hue: number): (typeof names)[number] {
  return names[Math.round(hue / 30) % names.length] ?? "pink";
}

/** The hues to choose from: evenly around the circle, with a genre's own in the place of the nearest. */
export function hueOptions(own: number): number[] {
  const nearest = (Math.round(own / step) * step) % 360;
  return swatches.map((hue) => (hue === nearest ? own : hue));
}

/** The swatch that can be told best from hues already used; red where none is. */
export function mostDistinctHue(used: readonly number[]): number {
  const room = (hue: number) => Math.min(...used.map((other) => distance(hue, other)));
  const [first = 30, ...others] = used.length > 0 ? swatches : [];
  return others.reduce((best, hue) => (room(hue) > room(best) ? hue : best), first);
}

/** How far two hues stand apart on the circle, in degrees. */
function distance(a: number, b: number): number {
  const between = Math.abs(a - b);
  return Math.min(between, 360 - between);
}
