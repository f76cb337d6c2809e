import type { LinkProps } from "@tanstack/react-router";
import type { TextKey } from "#i18n/text-key.ts";
import type { Command } from "#ui/palette/palette.ts";

/** How many records are fetched: the palette shows the best of them. */
const limit = 24;

type SearchableRecords<Item> = {
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
 * @param path the path of the list. That of each record is below it
 * @param load imports the records with the first search, so that pages don't load their code
 */
export function recordSearch<Item extends { id: string }>(
  heading: TextKey,
  path: NonNullable<LinkProps["to"]>,
  load: () => Promise<SearchableRecords<Item>>,
) {
  return {
    heading,
    list: path,
    async find(searchTerm: string, { signal }: { signal: AbortSignal }): Promise<Command[]> {
      const { operations, nameOf, hintOf, iconOf } = await load();
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
