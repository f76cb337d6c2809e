import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "#i18n/use-translation.tsx";
import { loadPart } from "../loading-parts.ts";
import { toast } from "../toast/toast.ts";
import { PaletteContext, type CommandSource, type GroupedCommand } from "./palette.ts";
import { isPaletteShortcut } from "./shortcut.ts";

type CommandPaletteProviderProps = {
  /** Commands in the order of their groups. Language and theme commands are added. */
  commands: readonly GroupedCommand[];
  /** Must be memoized: a new array starts a new search. */
  sources: readonly CommandSource[];
  children: ReactNode;
};

const loadDialog = () => import("./command-palette-dialog.tsx");
type Dialog = Awaited<ReturnType<typeof loadDialog>>["CommandPaletteDialog"];

/**
 * Provides a command palette, which Ctrl K or ⌘ K opens except in a modal dialog. Its code is loaded when it is first
 * used; text typed meanwhile is not lost.
 */
export function CommandPaletteProvider({ commands, sources, children }: CommandPaletteProviderProps) {
  const { t } = useTranslation("components");
  const [shown, setShown] = useState<{ Dialog: Dialog; term: string }>();
  const opening = useRef<{ term: string }>(undefined);

  async function open() {
    if (opening.current || isModalOpen()) return;
    const request = { term: "" };
    opening.current = request;
    const module = await loadPart(loadDialog).catch(() => undefined);
    if (opening.current !== request) return;
    opening.current = undefined;
    if (!module) toast.error(t("palette.unavailable"));
    else if (!isModalOpen()) {
      flushSync(() => setShown({ Dialog: module.CommandPaletteDialog, term: request.term }));
    }
  }

  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return;
    if (isPaletteShortcut(event) && !isModalOpen()) {
      event.preventDefault();
      if (!event.repeat) void open();
    } else if (opening.current) {
      opening.current = captureKey(opening.current, event);
    }
  });

  useEffect(() => {
    const listen = (event: KeyboardEvent) => handleKey(event);
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);

  return (
    <PaletteContext
      value={{ open: () => void open(), preload: () => void loadDialog().catch(() => undefined) }}
    >
      {children}
      {shown && (
        <shown.Dialog
          commands={commands}
          sources={sources}
          firstTerm={shown.term}
          onClosed={() => setShown(undefined)}
        />
      )}
    </PaletteContext>
  );
}

function isModalOpen(): boolean {
  return document.querySelector("dialog:modal") !== null;
}

/** Adds a key to the search term of a palette that is still loading. Returns `undefined` if Escape canceled it. */
function captureKey(request: { term: string }, event: KeyboardEvent): { term: string } | undefined {
  if (event.key === "Escape") {
    event.preventDefault();
    return undefined;
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return request;
  if (event.key === "Backspace") request.term = request.term.slice(0, -1);
  else if ([...event.key].length === 1) request.term += event.key;
  else return request;
  event.preventDefault();
  return request;
}
