import type { LinkProps } from "@tanstack/react-router";
import { createContext, use, type ComponentType, type ReactNode } from "react";

/** Something that a person can do or go to by its name. */
export type Command = {
  /** Its own among all commands of the palette. */
  id: string;
  label: string;
  /** Whether somebody gave the label as a name, such as a book's title: it is written as one. */
  isName?: boolean;
  icon?: ComponentType<{ className?: string }>;
  /** Further words by which it is found. */
  keywords?: string;
  /** What stands at the end of its line, in smaller letters. */
  hint?: ReactNode;
  /** Of several of which one holds: whether it is that one, which bears a check mark. */
  isChecked?: boolean;
} & (
  | {
      /** What it does, once the palette is closed. */
      run: () => void | Promise<void>;
    }
  | {
      /** Where it leads. */
      link: Pick<LinkProps, "to" | "params" | "search">;
    }
);

/** A command with the heading that it stands under. */
export type GroupedCommand = Command & { group: string };

/** What a feature finds by words that are typed, such as books by their titles. */
export type CommandSource = {
  id: string;
  /** The heading of what it finds. */
  group: string;
  /** Gets what was typed, without spaces around it; the signal ends when something else is searched for. */
  search: (term: string, signal: AbortSignal) => Promise<Command[]>;
};

type Palette = {
  open: () => void;
  /** Fetches its code, when it is about to be opened. */
  preload: () => void;
};

export const PaletteContext = createContext<Palette | undefined>(undefined);

/** The command palette around this part. Throws where there is none. */
export function useCommandPalette(): Palette {
  const palette = use(PaletteContext);
  if (!palette) throw new Error("There is no CommandPaletteProvider around this part");
  return palette;
}
