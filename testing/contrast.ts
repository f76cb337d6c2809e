/** An OKLCH color: lightness 0 to 1, chroma 0 to about 0.4, hue in degrees. */
export type Oklch = { lightness: number; chroma: number; hue: number };

/** Reads `oklch(0.46 0.11 158)`. Throws on any other notation. */
export function parseOklch(text: string): Oklch {
  const [, lightness, chroma, hue] = /^oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)$/.exec(text.trim()) ?? [];
  if (hue === undefined) throw new Error(`Expected a color like oklch(0.46 0.11 158), not "${text}".`);
  return { lightness: Number(lightness), chroma: Number(chroma), hue: Number(hue) };
}

/** The contrast ratio of two colors, from 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function contrast(one: Oklch, other: Oklch): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/**
 * The relative luminance in sRGB. Channels outside of the gamut are clipped, as browsers do.
 * Matrices: Björn Ottosson, "A perceptual color space for image processing"; weights: WCAG 2.2, "relative luminance".
 */
function luminance({ lightness, chroma, hue }: Oklch): number {
  const angle = (hue * Math.PI) / 180;
  const a = chroma * Math.cos(angle);
  const b = chroma * Math.sin(angle);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const red = 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s;
  const green = -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s;
  const blue = -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s;
  const shown = (channel: number) => Math.min(1, Math.max(0, channel));
  return 0.2126 * shown(red) + 0.7152 * shown(green) + 0.0722 * shown(blue);
}
