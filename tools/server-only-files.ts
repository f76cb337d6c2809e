/** Files that must never reach the browser: for `npm run check dependencies` and Start's import protection (vite.config.ts). */
export const serverOnlyFiles = [
  "**/src/**/*.server.*",
  "**/src/**/server/**",
  "**/src/**/{api,store,table}.ts",
  "**/src/**/mails/**/*.{ts,tsx}",
];
