import type { LinkProps } from "@tanstack/react-router";
import type { ComponentType, ReactNode } from "react";

export type Command = {
  /** Unique in the palette. */
  id: string;
  label: string;
  /** The label is a name, for example a book title, and is set in the serif font. */
  isName?: boolean;
  icon?: ComponentType<{ className?: string }>;
  /** Additional words for the search. */
  keywords?: string;
  /** Shown at the end of the line. */
  hint?: ReactNode;
  /** Whether this choice of a group is the current one. It has a check mark. */
  isChecked?: boolean;
} & (
  | {
      /** Called after the palette has closed. */
      run: () => void | Promise<void>;
    }
  | {
      link: Pick<LinkProps, "to" | "params" | "search">;
    }
);

/** A command and the heading of its group. */
export type GroupedCommand = Command & { group: string };

/** A search of a feature, for example for books. */
export type CommandSource = {
  id: string;
  /** The heading of the results. */
  group: string;
  /** The path of a list that shows all results for its `searchTerm`. */
  list?: LinkProps["to"];
  /** The term is trimmed. The signal is aborted when the term changes. Of many results, the best are shown. */
  search: (term: string, signal: AbortSignal) => Promise<Command[]>;
};

type Palette = { open: () => void; preload: () => void };

let palette: Palette | undefined;

/** Registers the page's palette. @returns a function that unregisters it */
export function registerPalette(registered: Palette): () => void {
  palette = registered;
  return () => {
    if (palette === registered) palette = undefined;
  };
}

const preload = () => palette?.preload();

/** The attributes of a button that opens the page's palette. Its code is loaded when the user is about to. */
export const paletteTrigger = { onClick: () => palette?.open(), onPointerEnter: preload, onFocus: preload };
