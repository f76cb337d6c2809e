import { useTranslation } from "#i18n/use-translation.tsx";
import { KeyboardKey } from "../display/keyboard-key.tsx";
import { shortcutKey, useIsAppleDevice } from "./shortcut.ts";

/** The keys that open the command palette on this device. Hidden on touch screens, and from screen readers. */
export function PaletteKeys() {
  const { t } = useTranslation("components");
  const isApple = useIsAppleDevice();
  return (
    <span
      // Wide enough for Ctrl and ⌘: nothing moves on hydration.
      className="hidden min-w-15 justify-end gap-1 md:pointer-fine:flex"
      dir="ltr"
      aria-hidden
    >
      <KeyboardKey>{isApple ? "⌘" : t("palette.keys.control")}</KeyboardKey>
      <KeyboardKey>{shortcutKey}</KeyboardKey>
    </span>
  );
}
