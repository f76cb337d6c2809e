import { genreParts } from "../genre-parts.ts";

/** An example of a record in a genre's hue, or the hue itself. */
export function GenreExample({ seed, hue }: { seed: string; hue: number }) {
  const [part] = genreParts;
  if (part) return <part.Example seed={seed} hue={hue} />;
  return (
    <span className="block aspect-square rounded-control" style={{ background: `oklch(0.7 0.12 ${hue})` }} />
  );
}
