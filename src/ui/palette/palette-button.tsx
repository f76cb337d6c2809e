import { useTranslation } from "#i18n/use-translation.tsx";
import { SearchIcon } from "../icons.ts";
import { paletteTrigger } from "./palette.ts";
import "./palette-button.css";
import { PaletteKeys } from "./palette-keys.tsx";
import { useIsAppleDevice } from "./shortcut.ts";

/** Opens the command palette. It looks like a search field, or like an icon button in the top bar of narrow screens. */
export function PaletteButton() {
  const { t } = useTranslation("components");
  const isApple = useIsAppleDevice();
  return (
    <button
      type="button"
      className="palette-button transition-colors"
      aria-haspopup="dialog"
      aria-keyshortcuts={isApple ? "Meta+K" : "Control+K"}
      {...paletteTrigger}
    >
      <SearchIcon className="size-4 shrink-0" />
      <span className="truncate text-start">{t("palette.placeholder")}</span>
      <PaletteKeys />
    </button>
  );
}
