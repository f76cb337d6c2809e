import type { CSSProperties } from "react";
import "./genre-tag.css";

type GenreTagProps = {
  name: string;
  /** In degrees of OKLCH. */
  hue: number;
};

/** A genre's name on its colour. */
export function GenreTag({ name, hue }: GenreTagProps) {
  return (
    <span
      className="genre-tag inline-block max-w-full rounded-full px-2.5 py-0.5 text-sm wrap-anywhere"
      style={{ "--hue": hue } as CSSProperties}
    >
      <bdi>{name}</bdi>
    </span>
  );
}
