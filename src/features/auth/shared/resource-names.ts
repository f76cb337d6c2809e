import type { TextKey } from "#i18n/text-key.ts";

/** What permissions of API keys call resources. A feature names its own in `parts/keys.ts`. */
export type ResourceNames = Readonly<Record<string, TextKey>>;

const parts = import.meta.glob<ResourceNames>("../../*/parts/keys.ts", { eager: true, import: "names" });

export const resourceNames: ResourceNames = Object.assign({}, ...Object.values(parts));
