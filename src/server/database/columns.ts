import { customType } from "drizzle-orm/pg-core";

/** Text that lists are ordered by: in ICU's root collation, which looks at case and accents last. */
export const orderedText = customType<{ data: string }>({
  dataType: () => 'text collate "und-x-icu"',
});

/** Text in the order of its code points, which is the order of its beginnings, too. */
export const plainText = customType<{ data: string }>({
  dataType: () => 'text collate "C"',
});

/** Bytes as they are. */
export const bytes = customType<{ data: Uint8Array<ArrayBuffer> }>({
  dataType: () => "bytea",
  fromDriver: (value) => new Uint8Array(value as Buffer<ArrayBuffer>),
  toDriver: (value) => Buffer.from(value),
});
