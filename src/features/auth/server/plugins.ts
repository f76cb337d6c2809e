import type { BetterAuthPlugin } from "better-auth";

/*
 * The plugins of better-auth that this product adds, for example `organization()`. Their endpoints below /api/auth are open, limited,
 * and checked for their origin (docs/security.md, "Plugins of better-auth").
 */
export const plugins: BetterAuthPlugin[] = [];

/** The tables of these plugins (table.ts), by better-auth's names for them. */
export const pluginTables: Record<string, object> = {};
