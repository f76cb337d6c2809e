import { customType } from "drizzle-orm/pg-core";

/** Text that lists are sorted by, in ICU's root collation, which compares case and accents last. */
export const orderedText = customType<{ data: string }>({
  dataType: () => 'text collate "und-x-icu"',
});

/** Text that is sorted by code points, so that an index can find prefixes. */
export const plainText = customType<{ data: string }>({
  dataType: () => 'text collate "C"',
});

// optional: passkeys
export const bytes = customType<{ data: Uint8Array<ArrayBuffer> }>({
  dataType: () => "bytea",
  fromDriver: (value) => new Uint8Array(value as Buffer<ArrayBuffer>),
  toDriver: (value) => Buffer.from(value),
});
// end: passkeys
