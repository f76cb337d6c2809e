import type { CSSProperties } from "react";
import { PersonIcon } from "../icons.ts";
import "./avatar.css";
import { hash, mix } from "#lib/hash.ts";
import { initials } from "./initials.ts";

type AvatarProps = {
  /** The user's id. It decides the color, which thus survives a change of name. */
  id: string;
  /** `null` shows an icon instead of initials. */
  name: string | null;
  /** The URL of an image, shown instead of the initials if it can be loaded. */
  image?: string | null;
  size?: keyof typeof sizes;
};

const sizes = { small: "1.75rem", medium: "2.25rem", large: "4rem" };

/** A user's image or initials. Decorative: the name is shown next to it. */
export function Avatar({ id, name, image, size = "medium" }: AvatarProps) {
  const letters = initials(name ?? "");
  const style: Record<`--${string}`, string | number> = { "--hue": hueOf(id), "--size": sizes[size] };
  return (
    // CSS renders the letters, so that they aren't part of the accessible name of a button around them. The border is
    // visible in forced-colors mode only.
    <span
      className="avatar relative inline-grid size-(--size) shrink-0 place-items-center overflow-hidden rounded-full border border-transparent align-middle text-[length:calc(var(--size)*0.38)]/none font-semibold whitespace-nowrap select-none"
      data-letters={letters}
      style={style as CSSProperties}
      aria-hidden
    >
      {!letters && <PersonIcon className="size-3/5" />}
      {/* Over the initials, which remain visible if the image can't be loaded. */}
      {image && (
        <img
          src={image}
          alt=""
          loading="lazy"
          decoding="async"
          className="absolute inset-0 size-full object-cover"
        />
      )}
    </span>
  );
}

/** The hue in degrees of OKLCH. */
function hueOf(id: string): number {
  return mix(hash(id)) % 360;
}
