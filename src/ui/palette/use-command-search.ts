import { useEffect, useState } from "react";
import type { CommandSource, GroupedCommand } from "./palette.ts";

const debounceMs = 150;

const noResults = { term: "", commands: [] as GroupedCommand[], hasFailed: false };

/** Searches all sources. Old results stay until there are new ones. One failed source does not affect the others. */
export function useCommandSearch(sources: readonly CommandSource[], term: string) {
  const [results, setResults] = useState(noResults);

  useEffect(() => {
    if (term === "") return setResults(noResults);
    const controller = new AbortController();
    const searchAll = async () => {
      const settled = await Promise.allSettled(
        sources.map((source) => searchIn(source, term, controller.signal)),
      );
      if (controller.signal.aborted) return;
      setResults({
        term,
        commands: settled.flatMap((result) => (result.status === "fulfilled" ? result.value : [])),
        hasFailed: settled.some(({ status }) => status === "rejected"),
      });
    };
    const timer = setTimeout(() => void searchAll(), debounceMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [sources, term]);

  return { ...results, isSearching: sources.length > 0 && term !== results.term };
}

async function searchIn(source: CommandSource, term: string, signal: AbortSignal) {
  const commands = await source.search(term, signal);
  return commands.map((command) => ({ ...command, group: source.group }));
}
