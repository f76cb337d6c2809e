/** What vite.config.ts tells a build about itself, for parts that are shown on their own. */
export const testBuild = {
  __BUILD__: JSON.stringify({ version: "0.0.0", time: "2000-01-01T00:00:00.000Z", isDemo: false }),
};
