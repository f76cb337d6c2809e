import { useEffect, useState } from "react";
import type { CommandSource, GroupedCommand } from "./palette.ts";

/** Milliseconds of rest after which what was typed is searched for. */
const rest = 150;

const nothing = { term: "", commands: [] as GroupedCommand[], hasFailed: false };

/**
 * What the sources find for the words typed. What was found before stays until there is something new. A source that
 * fails takes nothing from the others.
 */
export function useCommandSearch(sources: readonly CommandSource[], term: string) {
  const [found, setFound] = useState(nothing);

  useEffect(() => {
    if (term === "") return setFound(nothing);
    const superseded = new AbortController();
    const searchAll = async () => {
      const results = await Promise.allSettled(
        sources.map((source) => searchIn(source, term, superseded.signal)),
      );
      if (superseded.signal.aborted) return;
      setFound({
        term,
        commands: results.flatMap((result) => (result.status === "fulfilled" ? result.value : [])),
        hasFailed: results.some(({ status }) => status === "rejected"),
      });
    };
    const timer = setTimeout(() => void searchAll(), rest);
    return () => {
      clearTimeout(timer);
      superseded.abort();
    };
  }, [sources, term]);

  return { ...found, isSearching: sources.length > 0 && term !== found.term };
}

async function searchIn(source: CommandSource, term: string, signal: AbortSignal) {
  const commands = await source.search(term, signal);
  return commands.map((command) => ({ ...command, group: source.group }));
}
