import { useTranslation } from "#i18n/use-translation.tsx";
import { KeyboardIcon } from "#ui/icons.ts";
import { PaletteKeys } from "#ui/palette/palette-keys.tsx";
import { paletteTrigger } from "#ui/palette/palette.ts";
import { Suggestion, suggestionClass } from "../shared/suggestion.tsx";

/** Opens the command palette. */
export function PaletteSuggestion() {
  const { t } = useTranslation("home");
  return (
    <li className="noscript:hidden">
      <button
        type="button"
        aria-haspopup="dialog"
        className={`${suggestionClass} hover:bg-muted`}
        {...paletteTrigger}
      >
        <KeyboardIcon className="size-5 shrink-0 text-accent" />
        <Suggestion title={t("try.jump")}>{t("try.jumpText")}</Suggestion>
        <PaletteKeys />
      </button>
    </li>
  );
}
