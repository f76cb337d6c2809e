import { Autocomplete } from "@base-ui/react/autocomplete";
import { DirectionProvider } from "@base-ui/react/direction-provider";
import { Link } from "@tanstack/react-router";
import { useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import { IconButton } from "../controls/button.tsx";
import { KeyboardKey } from "../display/keyboard-key.tsx";
import { Spinner } from "../display/spinner.tsx";
import { CheckIcon, CloseIcon, SearchIcon } from "../icons.ts";
import "../overlays/dialog.css";
import { removeOpenDialog, showModal } from "../overlays/open-dialogs.ts";
import { useClickBeside } from "../overlays/use-click-beside.ts";
import { filterCommands, sortByRank } from "./filter-commands.ts";
import "./palette.css";
import type { Command, CommandSource, GroupedCommand } from "./palette.ts";
import { usePreferenceCommands } from "./preference-commands.tsx";
import { isPaletteShortcut } from "./shortcut.ts";
import { useCommandSearch } from "./use-command-search.ts";

type CommandPaletteDialogProps = {
  commands: readonly GroupedCommand[];
  sources: readonly CommandSource[];
  onClosed: () => void;
};

/** The open command palette: a native modal dialog with a combobox. */
export function CommandPaletteDialog({ commands, sources, onClosed }: CommandPaletteDialogProps) {
  const { t, i18n } = useTranslation("components");
  const dialog = useRef<HTMLDialogElement>(null);
  const [term, setTerm] = useState("");
  const preferences = usePreferenceCommands();
  const search = useCommandSearch(sources, term.trim());
  const groups = groupCommands(
    [...filterCommands([...commands, ...preferences], term), ...search.commands],
    term,
  );
  const count = groups.reduce((sum, { items }) => sum + items.length, 0);

  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    showModal(element);
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
      className="dialog palette"
      aria-label={t("palette.label")}
      onClose={onClosed}
      {...useClickBeside(close)}
      onKeyDown={(event) => {
        if (!isPaletteShortcut(event.nativeEvent)) return;
        event.preventDefault();
        close();
      }}
    >
      <DirectionProvider direction={i18n.dir}>
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
          <div className="flex min-h-14 shrink-0 items-center gap-3 border-b border-border ps-4.5 pe-2.5 text-muted-foreground has-[input:focus-visible]:border-focus">
            {search.isSearching ? <Spinner /> : <SearchIcon className="size-5" />}
            <Autocomplete.Input
              autoFocus
              className="w-full min-w-0 flex-1 self-stretch bg-transparent text-[length:max(var(--text-lg),16px)] text-foreground outline-none"
              aria-label={t("palette.placeholder")}
              placeholder={t("palette.placeholder")}
            />
            <IconButton label={t("palette.close")} onClick={close}>
              <CloseIcon className="size-5" />
            </IconButton>
          </div>
          <div className="min-h-0 flex-auto overflow-x-hidden overflow-y-auto overscroll-contain p-1.5 [scroll-padding-block:2rem_0.5rem]">
            <Autocomplete.Status className="sr-only">
              {search.isSearching ? t("palette.searching") : count > 0 && t("palette.results", { count })}
            </Autocomplete.Status>
            <Autocomplete.Empty className="px-3 py-4 wrap-anywhere text-muted-foreground empty:contents">
              {!search.isSearching && (
                <Isolated>{t("palette.noResults", { searchTerm: isolate(term.trim()) })}</Isolated>
              )}
            </Autocomplete.Empty>
            <Autocomplete.List aria-label={t("palette.label")}>
              {({ group, items }: Group) => (
                <Autocomplete.Group
                  key={group}
                  items={items}
                  className="not-first:mt-1.5 not-first:border-t not-first:border-border not-first:pt-1.5"
                >
                  <Autocomplete.GroupLabel className="px-3 py-1.5 text-sm text-muted-foreground">
                    {group}
                  </Autocomplete.GroupLabel>
                  <Autocomplete.Collection>
                    {(command: GroupedCommand) => (
                      <PaletteItem key={command.id} command={command} onChoose={choose} />
                    )}
                  </Autocomplete.Collection>
                </Autocomplete.Group>
              )}
            </Autocomplete.List>
            {search.hasFailed && (
              <p role="status" className="px-3 py-4 wrap-anywhere text-muted-foreground empty:contents">
                {t("palette.failed")}
              </p>
            )}
          </div>
        </Autocomplete.Root>
      </DirectionProvider>
      <KeyboardHints />
    </dialog>
  );
}

type PaletteItemProps = { command: Command; onChoose: (command: Command) => void };

/** A command. Links can also be opened in a new tab. */
function PaletteItem({ command, onChoose }: PaletteItemProps) {
  const { label, isName, icon: Icon, hint, isChecked } = command;
  return (
    <Autocomplete.Item
      value={command}
      // The outline is visible in forced-colors mode only.
      className="group flex min-h-[max(2.5rem,var(--control-height))] cursor-pointer items-center gap-3 rounded-control px-3 py-1.5 -outline-offset-1 outline-transparent data-highlighted:bg-muted data-highlighted:outline-1"
      aria-checked={isChecked}
      onClick={(event) => {
        if (!event.ctrlKey && !event.metaKey && !event.shiftKey) onChoose(command);
      }}
      {...("link" in command && { render: <Link {...command.link} preload={false} tabIndex={-1} /> })}
    >
      <span className="grid w-5 shrink-0 text-muted-foreground group-data-highlighted:text-accent">
        {Icon && <Icon className="size-5" />}
      </span>
      <span
        className={`flex min-w-0 flex-1 items-baseline gap-x-4 ${isName ? "max-[641px]:flex-col max-[641px]:items-stretch" : ""}`}
      >
        <span
          className={`line-clamp-2 min-w-0 flex-1 wrap-anywhere ${isName ? "font-serif font-medium" : ""}`}
        >
          <bdi>{label}</bdi>
        </span>
        {hint && (
          <bdi
            className={`max-w-[45%] truncate text-sm text-muted-foreground ${isName ? "max-[641px]:max-w-full max-[641px]:self-start" : ""}`}
          >
            {hint}
          </bdi>
        )}
      </span>
      {isChecked && <CheckIcon className="size-4 text-accent" />}
    </Autocomplete.Item>
  );
}

type Group = { group: string; items: GroupedCommand[] };

/** Groups in the order of their first commands, which are their best: "age" finds a book before "Language". */
function groupCommands(commands: GroupedCommand[], term: string): Group[] {
  const groups = [...Map.groupBy(commands, ({ group }) => group)].map(([group, items]) => ({ group, items }));
  return sortByRank(groups, ({ items: [best] }) => best ?? { label: "" }, term);
}

function KeyboardHints() {
  const { t } = useTranslation("components");
  return (
    <p
      className="hidden shrink-0 gap-5 border-t border-border px-4.5 py-2 text-sm text-muted-foreground [@media(pointer:fine)_and_(width>640px)]:flex"
      aria-hidden
    >
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
