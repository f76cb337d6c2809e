import type { LinkProps } from "@tanstack/react-router";
import type { TextKey } from "#i18n/text-key.ts";
import type { Command } from "#ui/palette/palette.ts";

/** How many records of a kind the command palette shows. */
const limit = 6;

type SearchableRecords<Item> = {
  /** The path of the list. That of each record is below it. */
  path: string;
  operations: {
    list: {
      call: (
        input: { searchTerm: string; limit: number },
        options: { signal: AbortSignal },
      ) => Promise<{ items: Item[] }>;
    };
  };
  nameOf: (record: Item) => string;
  /** Shown beside the name. */
  hintOf?: (record: Item) => string;
  iconOf?: (record: Item) => NonNullable<Command["icon"]>;
};

/**
 * A search for records in an area's command palette.
 * @param load imports the records with the first search, so that pages don't load their code
 */
export function recordSearch<Item extends { id: string }>(
  heading: TextKey,
  load: () => Promise<SearchableRecords<Item>>,
) {
  return {
    heading,
    async find(searchTerm: string, signal: AbortSignal): Promise<Command[]> {
      const { path, operations, nameOf, hintOf, iconOf } = await load();
      const { items } = await operations.list.call({ searchTerm, limit }, { signal });
      return items.map((record) => ({
        id: record.id,
        label: nameOf(record),
        isName: true,
        hint: hintOf?.(record),
        ...(iconOf && { icon: iconOf(record) }),
        link: { to: `${path}/${record.id}` as LinkProps["to"] },
      }));
    },
  };
}
