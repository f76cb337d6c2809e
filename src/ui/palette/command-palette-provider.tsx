import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";
import { toast } from "../toast/toast.ts";
import { PaletteContext, type CommandSource, type GroupedCommand } from "./palette.ts";
import { isPaletteShortcut } from "./shortcut.ts";

type CommandPaletteProviderProps = {
  /** What can be done and gone to here, in the order of their groups. Language and theme are there anyway. */
  commands: readonly GroupedCommand[];
  /** What is searched; the same array each time, as long as the sources are the same. */
  sources: readonly CommandSource[];
  children: ReactNode;
};

const loadDialog = () => import("./command-palette-dialog.tsx");
type Dialog = Awaited<ReturnType<typeof loadDialog>>["CommandPaletteDialog"];

/**
 * Makes a command palette for the parts within: Ctrl K, or ⌘ K, opens it from everywhere but a modal dialog. Its code
 * is fetched when it is about to be used; what is typed until then is searched for once it is there.
 */
export function CommandPaletteProvider({ commands, sources, children }: CommandPaletteProviderProps) {
  const { t } = useTranslation("components");
  const [shown, setShown] = useState<{ Dialog: Dialog; term: string }>();
  const opening = useRef<{ term: string }>(undefined);

  async function open() {
    if (opening.current || isModalOpen()) return;
    const typed = { term: "" };
    opening.current = typed;
    const part = await loadDialog().catch(() => undefined);
    if (opening.current !== typed) return;
    opening.current = undefined;
    if (!part) toast.error(t("palette.unavailable"));
    else if (!isModalOpen()) {
      flushSync(() => setShown({ Dialog: part.CommandPaletteDialog, term: typed.term }));
    }
  }

  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return;
    if (isPaletteShortcut(event) && !isModalOpen()) {
      event.preventDefault();
      if (!event.repeat) void open();
    } else if (opening.current) {
      opening.current = typeInto(opening.current, event);
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

/** Takes a key for the palette that is on its way, instead of for what has the focus. `undefined`: it was called off. */
function typeInto(typed: { term: string }, event: KeyboardEvent): { term: string } | undefined {
  if (event.key === "Escape") {
    event.preventDefault();
    return undefined;
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return typed;
  if (event.key === "Backspace") typed.term = typed.term.slice(0, -1);
  else if ([...event.key].length === 1) typed.term += event.key;
  else return typed;
  event.preventDefault();
  return typed;
}
