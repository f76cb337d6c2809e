import type { CSSProperties } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { useGroupField } from "#ui/form/controlled-field.ts";
import { hueName, hueOptions } from "../shared/hues.ts";
import "./hue-picker.css";

/** Chooses a genre's hue, in degrees of OKLCH: radio buttons styled as swatches, and the name of the chosen hue. */
export function HuePicker({ genreHue }: { genreHue: number }) {
  const { t } = useTranslation("genres");
  // For example "Red, 30°".
  const nameOf = (hue: number) => t("hue", { color: t(`hues.${hueName(hue)}`), degrees: hue });
  const { value, ref, onChange, name, ...group } = useGroupField(null);
  return (
    <div className="grid gap-2">
      <div
        role="radiogroup"
        className="grid grid-cols-[repeat(auto-fill,minmax(var(--control-height),1fr))] gap-1"
        {...group}
      >
        {hueOptions(genreHue).map((hue) => (
          <label key={hue} className="grid h-control place-items-center">
            <input
              type="radio"
              className="hue-swatch"
              style={{ "--hue": hue } as CSSProperties}
              ref={hue === value ? ref : undefined}
              name={name}
              value={hue}
              aria-label={nameOf(hue)}
              checked={hue === value}
              onChange={() => onChange(hue)}
            />
          </label>
        ))}
      </div>
      <p aria-hidden className="text-sm text-muted-foreground">
        {nameOf(value)}
      </p>
    </div>
  );
}
