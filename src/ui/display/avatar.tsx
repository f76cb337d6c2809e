import type { CSSProperties } from "react";
import { PersonIcon } from "../icons.ts";
import "./avatar.css";
import { hash, mix } from "./hash.ts";
import { initials } from "./initials.ts";

type AvatarProps = {
  /** Whose it is: decides the colour, so that it stays when the name changes. */
  id: string;
  /** Null where none has been given yet: a figure in place of initials. */
  name: string | null;
  /** The address of a picture, shown in place of the initials where it can be had. */
  image?: string | null;
  size?: keyof typeof sizes;
};

const sizes = { small: "1.75rem", medium: "2.25rem", large: "4rem" };

/** Stands for a person, beside their name: therefore screen readers pass over it. */
export function Avatar({ id, name, image, size = "medium" }: AvatarProps) {
  const letters = initials(name ?? "");
  const style: Record<`--${string}`, string | number> = { "--hue": hueOf(id), "--size": sizes[size] };
  return (
    // The letters are drawn by the style sheet, so that nothing takes them for the words of a button around.
    <span className="avatar" data-letters={letters} style={style as CSSProperties} aria-hidden>
      {!letters && <PersonIcon />}
      {image && <img src={image} alt="" loading="lazy" decoding="async" />}
    </span>
  );
}

/** In degrees of OKLCH. */
function hueOf(id: string): number {
  return mix(hash(id)) % 360;
}
