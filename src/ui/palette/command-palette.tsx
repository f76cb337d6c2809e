import { useEffect, useEffectEvent, useState } from "react";
import { useOnDemand } from "../use-on-demand.ts";
import { registerPalette, type CommandSource, type GroupedCommand } from "./palette.ts";
import { isPaletteShortcut } from "./shortcut.ts";

type CommandPaletteProps = {
  /** Commands in the order of their groups. Language and theme commands are added. */
  commands: readonly GroupedCommand[];
  /** Must be memoized: a new array starts a new search. */
  sources: readonly CommandSource[];
};

/** The page's command palette, which Ctrl K or ⌘ K opens except in a modal dialog. Its code is loaded on demand. */
export function CommandPalette({ commands, sources }: CommandPaletteProps) {
  const [isOpen, setOpen] = useState(false);
  const part = useOnDemand(() => import("./command-palette-dialog.tsx"));

  const open = useEffectEvent(
    () =>
      void part.use(() => {
        // Pressed twice while the dialog was loading, it is open by now.
        if (!isModalOpen()) setOpen(true);
      }),
  );

  const preload = useEffectEvent(part.intent.onFocus);

  useEffect(() => registerPalette({ open: () => open(), preload: () => preload() }), []);

  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !isPaletteShortcut(event) || isModalOpen()) return;
      event.preventDefault();
      open();
    };
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);

  if (!part.module || !isOpen) return null;
  return <part.module.CommandPaletteDialog {...{ commands, sources }} onClosed={() => setOpen(false)} />;
}

function isModalOpen(): boolean {
  return document.querySelector("dialog:modal") !== null;
}
