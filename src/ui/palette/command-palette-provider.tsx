import { useEffect, useEffectEvent, useState, type ReactNode } from "react";
import { useOnDemand } from "../use-on-demand.ts";
import { PaletteContext, type CommandSource, type GroupedCommand } from "./palette.ts";
import { isPaletteShortcut } from "./shortcut.ts";

type CommandPaletteProviderProps = {
  /** Commands in the order of their groups. Language and theme commands are added. */
  commands: readonly GroupedCommand[];
  /** Must be memoized: a new array starts a new search. */
  sources: readonly CommandSource[];
  children: ReactNode;
};

/** Provides a command palette, which Ctrl K or ⌘ K opens except in a modal dialog. Its code is loaded on demand. */
export function CommandPaletteProvider({ commands, sources, children }: CommandPaletteProviderProps) {
  const [isOpen, setOpen] = useState(false);
  const part = useOnDemand(() => import("./command-palette-dialog.tsx"));

  const open = () =>
    void part.use(() => {
      // Pressed twice while the dialog was loading, it is open by now.
      if (!isModalOpen()) setOpen(true);
    });

  const openWithKeys = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || !isPaletteShortcut(event) || isModalOpen()) return;
    event.preventDefault();
    open();
  });

  useEffect(() => {
    const listen = (event: KeyboardEvent) => openWithKeys(event);
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);

  return (
    <PaletteContext value={{ onClick: open, ...part.intent }}>
      {children}
      {part.module && isOpen && (
        <part.module.CommandPaletteDialog {...{ commands, sources }} onClosed={() => setOpen(false)} />
      )}
    </PaletteContext>
  );
}

function isModalOpen(): boolean {
  return document.querySelector("dialog:modal") !== null;
}
