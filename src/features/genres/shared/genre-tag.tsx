import type { CSSProperties } from "react";
import "./genre-tag.css";

type GenreTagProps = {
  name: string;
  /** In degrees of OKLCH. */
  hue: number;
};

/** Names up to this many characters stay on one line: a column of a table would fold them to make room for others. */
const oneLine = 24;

/** A genre's name on its colour. */
export function GenreTag({ name, hue }: GenreTagProps) {
  return (
    <span
      className={`genre-tag inline-block max-w-full rounded-full px-2.5 py-0.5 text-sm ${
        name.length > oneLine ? "wrap-anywhere" : "whitespace-nowrap"
      }`}
      style={{ "--hue": hue } as CSSProperties}
    >
      <bdi>{name}</bdi>
    </span>
  );
}
