import type { ResourceNames } from "#features/auth/shared/resource-names.ts";

export const names: ResourceNames = { book: "books:title" };
