/** The build information that vite.config.ts defines, for components that are rendered without the app. */
export const testBuild = {
  __BUILD__: JSON.stringify({ version: "0.0.0" }),
  __SOURCE__: JSON.stringify({ time: "2000-01-01T00:00:00.000Z" }),
};
