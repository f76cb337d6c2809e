import { useState, type ReactNode } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { IconButton } from "../controls/button.tsx";
import { Checkbox } from "../controls/checkbox.tsx";
import { KeyboardKey } from "../display/keyboard-key.tsx";
import { KeyboardIcon } from "../icons.ts";
import { Dialog } from "../overlays/dialog.tsx";
import { Tooltip } from "../overlays/tooltip.tsx";
import { saveSingleKeyShortcuts, useSingleKeyShortcuts } from "./shortcut-keys.ts";
import { useListShortcuts, type ListShortcutsProps } from "./use-list-shortcuts.ts";

/** The keyboard shortcuts of a list, and a button for devices with a keyboard that shows them in a dialog. */
export function ListShortcuts(props: ListShortcutsProps) {
  const { t } = useTranslation("components");
  const [isOpen, setOpen] = useState(false);
  const hasSingleKeys = useSingleKeyShortcuts();
  useListShortcuts({ ...props, onHelp: () => setOpen(true) });

  return (
    <>
      <span className="contents max-md:hidden pointer-coarse:hidden">
        <Tooltip text={t("shortcuts.title")} repeatsLabel>
          <IconButton label={t("shortcuts.title")} aria-haspopup="dialog" onClick={() => setOpen(true)}>
            <KeyboardIcon className="size-5" />
          </IconButton>
        </Tooltip>
      </span>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={t("shortcuts.title")} size="small">
        <dl className="mb-6 grid grid-cols-[1fr_auto] items-center *:border-b *:border-border *:py-2">
          <Shortcut text={t("shortcuts.search")} keys={["/"]} />
          <Shortcut text={t("shortcuts.move")} keys={["↑", "↓"]} />
          <Shortcut text={t("shortcuts.open")} keys={["↵"]} />
          <Shortcut text={t("shortcuts.edit")} keys={["E"]} />
          <Shortcut text={t("shortcuts.firstField")} keys={["E"]} />
          <Shortcut text={t("shortcuts.delete")} keys={[t("shortcuts.deleteKey")]} />
          <Shortcut text={t("shortcuts.notifications")} keys={["F8"]} />
          <Shortcut text={t("shortcuts.show")} keys={["?"]} />
        </dl>
        <Checkbox
          label={t("shortcuts.useSingle")}
          checked={hasSingleKeys}
          onChange={(event) => saveSingleKeyShortcuts(event.currentTarget.checked)}
        />
      </Dialog>
    </>
  );
}

function Shortcut({ text, keys }: { text: ReactNode; keys: string[] }) {
  return (
    <>
      <dt className="pe-6">{text}</dt>
      <dd className="flex h-full items-center justify-end gap-1">
        {keys.map((key) => (
          <KeyboardKey key={key}>{key}</KeyboardKey>
        ))}
      </dd>
    </>
  );
}
