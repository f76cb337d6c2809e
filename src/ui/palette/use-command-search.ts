import { useEffect, useState } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { isolate } from "#i18n/isolate.tsx";
import { SearchIcon } from "../icons.ts";
import { sortByRank } from "./filter-commands.ts";
import type { CommandSource, GroupedCommand } from "./palette.ts";

const debounceMs = 150;

/** How many results of a source are shown. */
const resultLimit = 6;

const noResults = { term: "", commands: [] as GroupedCommand[], hasFailed: false };

/**
 * Searches all sources. Old results stay until there are new ones. One failed source does not affect the others. The
 * results of a list end with a link to all of them.
 */
export function useCommandSearch(sources: readonly CommandSource[], term: string) {
  const { t } = useTranslation("components");
  const [results, setResults] = useState(noResults);

  useEffect(() => {
    if (term === "") return setResults(noResults);
    const controller = new AbortController();
    const searchAll = async () => {
      const settled = await Promise.allSettled(
        sources.map((source) =>
          searchIn(source, term, t("palette.allResults", { searchTerm: isolate(term) }), controller.signal),
        ),
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
  }, [sources, term, t]);

  return { ...results, isSearching: sources.length > 0 && term !== results.term };
}

async function searchIn(
  { id, group, list, search }: CommandSource,
  searchTerm: string,
  allResults: string,
  signal: AbortSignal,
): Promise<GroupedCommand[]> {
  const found = await search(searchTerm, signal);
  const commands = sortByRank(found, (command) => command, searchTerm).slice(0, resultLimit);
  if (list && commands.length > 0) {
    commands.push({
      id,
      label: allResults,
      icon: SearchIcon,
      link: { to: list, search: { searchTerm } as never },
    });
  }
  return commands.map((command) => ({ ...command, group }));
}
