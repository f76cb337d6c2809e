import type { CSSProperties } from "react";
import "./genre-tag.css";

type GenreTagProps = {
  name: string;
  /** In degrees of OKLCH. */
  hue: number;
};

/** Names up to this length don't wrap, even in a narrow table column. */
const maxUnwrappedLength = 24;

/** A genre's name on its color. */
export function GenreTag({ name, hue }: GenreTagProps) {
  return (
    <span
      className={`genre-tag inline-block max-w-full rounded-xl px-2.5 py-0.5 text-sm ${
        name.length > maxUnwrappedLength ? "wrap-anywhere" : "whitespace-nowrap"
      }`}
      style={{ "--hue": hue } as CSSProperties}
    >
      <bdi>{name}</bdi>
    </span>
  );
}
