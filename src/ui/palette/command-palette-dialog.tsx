import { Autocomplete } from "@base-ui/react/autocomplete";
import { DirectionProvider } from "@base-ui/react/direction-provider";
import { useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import { IconButton } from "../controls/button.tsx";
import { KeyboardKey } from "../display/keyboard-key.tsx";
import { Spinner } from "../display/spinner.tsx";
import { CloseIcon, SearchIcon } from "../icons.ts";
import { removeOpenDialog, addOpenDialog, reserveScrollbarGutter } from "../overlays/open-dialogs.ts";
import { filterCommands } from "./filter-commands.ts";
import { PaletteItem } from "./palette-item.tsx";
import "./palette.css";
import type { Command, CommandSource, GroupedCommand } from "./palette.ts";
import { usePreferenceCommands } from "./preference-commands.tsx";
import { isPaletteShortcut } from "./shortcut.ts";
import { useCommandSearch } from "./use-command-search.ts";

type CommandPaletteDialogProps = {
  commands: readonly GroupedCommand[];
  sources: readonly CommandSource[];
  /** What was typed before it was there. */
  firstTerm: string;
  onClosed: () => void;
};

/**
 * The command palette, open. The browser's own modal dialog with a search whose results are a list: arrow keys walk
 * along it, Enter runs what is marked, Escape or the shortcut close it and give the focus back.
 */
export function CommandPaletteDialog({ commands, sources, firstTerm, onClosed }: CommandPaletteDialogProps) {
  const { t, i18n } = useTranslation("components");
  const dialog = useRef<HTMLDialogElement>(null);
  const [term, setTerm] = useState(firstTerm);
  const preferences = usePreferenceCommands();
  const found = useCommandSearch(sources, term.trim());
  const groups = inGroups([...filterCommands([...commands, ...preferences], term), ...found.commands]);
  const count = groups.reduce((sum, { items }) => sum + items.length, 0);

  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    reserveScrollbarGutter();
    element.showModal();
    addOpenDialog(element);
    return () => removeOpenDialog(element);
  }, []);

  function close() {
    dialog.current?.close();
  }

  function choose(command: Command) {
    close();
    if ("run" in command) void command.run();
  }

  return (
    <dialog
      ref={dialog}
      closedby="any"
      className="palette"
      aria-label={t("palette.label")}
      onClose={onClosed}
      onKeyDown={(event) => {
        if (!isPaletteShortcut(event.nativeEvent)) return;
        event.preventDefault();
        close();
      }}
    >
      <DirectionProvider direction={i18n.dir()}>
        <Autocomplete.Root
          inline
          open
          items={groups}
          filter={null}
          value={term}
          onValueChange={setTerm}
          itemToStringValue={(command: GroupedCommand) => command.label}
          autoHighlight="always"
          keepHighlight
        >
          <div className="palette-search">
            {found.isSearching ? <Spinner /> : <SearchIcon className="size-5" />}
            <Autocomplete.Input
              autoFocus
              className="palette-input"
              aria-label={t("palette.placeholder")}
              placeholder={t("palette.placeholder")}
            />
            <IconButton label={t("palette.close")} onClick={close}>
              <CloseIcon className="size-5" />
            </IconButton>
          </div>
          <div className="palette-results">
            <Autocomplete.Status className="sr-only">
              {found.isSearching ? t("palette.searching") : count > 0 && t("palette.results", { count })}
            </Autocomplete.Status>
            <Autocomplete.Empty className="palette-note">
              {!found.isSearching && (
                <Isolated>{t("palette.noResults", { searchTerm: isolate(term.trim()) })}</Isolated>
              )}
            </Autocomplete.Empty>
            <Autocomplete.List aria-label={t("palette.label")}>
              {({ group, items }: Group) => (
                <Autocomplete.Group key={group} items={items} className="palette-group">
                  <Autocomplete.GroupLabel className="palette-heading">{group}</Autocomplete.GroupLabel>
                  <Autocomplete.Collection>
                    {(command: GroupedCommand) => (
                      <PaletteItem key={command.id} command={command} onChoose={choose} />
                    )}
                  </Autocomplete.Collection>
                </Autocomplete.Group>
              )}
            </Autocomplete.List>
            {found.hasFailed && (
              <p role="status" className="palette-note">
                {t("palette.failed")}
              </p>
            )}
          </div>
        </Autocomplete.Root>
      </DirectionProvider>
      <PaletteKeys />
    </dialog>
  );
}

type Group = { group: string; items: GroupedCommand[] };

/** Commands under their headings, in the order in which these first appear. */
function inGroups(commands: GroupedCommand[]): Group[] {
  return [...Map.groupBy(commands, ({ group }) => group)].map(([group, items]) => ({ group, items }));
}

/** What the keys do, for who sees them. */
function PaletteKeys() {
  const { t } = useTranslation("components");
  return (
    <p className="palette-keys" aria-hidden>
      <span>
        <KeyboardKey>↑</KeyboardKey> <KeyboardKey>↓</KeyboardKey> {t("palette.move")}
      </span>
      <span>
        <KeyboardKey>↵</KeyboardKey> {t("palette.choose")}
      </span>
      <span>
        <KeyboardKey>{t("palette.keys.escape")}</KeyboardKey> {t("palette.close")}
      </span>
    </p>
  );
}
