/**
 * Runs in the page's head: without it, zod tries `new Function` when its first schema is created, which the
 * Content-Security-Policy forbids. The variable is zod's own, for `z.config({ jitless: true })` before all modules.
 */
export const zodScript = "globalThis.__zod_globalConfig={jitless:true};";
