/* Every table, for the migrations: a line for each room that keeps data. */
export * from "#features/auth/table.ts";
export * from "#features/books/table.ts";
export * from "#features/genres/table.ts";
export * from "#features/users/table.ts";
export * from "#server/files/table.ts";
export * from "#server/limits/table.ts";
export * from "#server/mail/table.ts";
