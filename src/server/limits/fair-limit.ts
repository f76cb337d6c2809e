export type FairLimit<Item> = {
  /** @returns a function that gives the item's place back, or undefined if there is no place for this client */
  take(client: string, item: Item): (() => void) | undefined;
};

/**
 * Limits how many items exist at once, for each client and in total. When all places are taken, the client with the most
 * items loses its oldest to a client with fewer, so no client can keep the others out.
 */
export function createFairLimit<Item>({
  total,
  perClient,
  onEvict,
}: {
  total: number;
  perClient: number;
  /** Ends an item that has lost its place. */
  onEvict: (item: Item) => void;
}): FairLimit<Item> {
  const itemsOf = new Map<string, Set<Item>>();
  let count = 0;

  function remove(client: string, item: Item) {
    const items = itemsOf.get(client);
    if (!items?.delete(item)) return;
    count -= 1;
    if (items.size === 0) itemsOf.delete(client);
  }

  /** Ends the oldest item of the client that has the most. @returns false if none has more than the new item's client */
  function evict(ownCount: number): boolean {
    let largest = { client: "", size: ownCount + 1 };
    for (const [client, { size }] of itemsOf) if (size > largest.size) largest = { client, size };
    const oldest = itemsOf.get(largest.client)?.values().next();
    if (!oldest || oldest.done) return false;
    remove(largest.client, oldest.value);
    onEvict(oldest.value);
    return true;
  }

  return {
    take(client, item) {
      const ownCount = itemsOf.get(client)?.size ?? 0;
      if (ownCount >= perClient || (count >= total && !evict(ownCount))) return undefined;
      itemsOf.set(client, (itemsOf.get(client) ?? new Set<Item>()).add(item));
      count += 1;
      return () => remove(client, item);
    },
  };
}
