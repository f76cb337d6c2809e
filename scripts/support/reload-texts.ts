import type { Plugin } from "vite";

/**
 * Reloads open pages when a text changes. Browsers get texts with the page, not as modules, so Vite would update only
 * the server.
 */
export function reloadTexts(): Plugin {
  return {
    name: "reload-texts",
    hotUpdate({ file, server, modules }) {
      if (this.environment.name !== "ssr" || !/\/messages\/\w+\.json$/.test(file)) return;
      if (modules.length > 0) server.environments.client.hot.send({ type: "full-reload" });
    },
  };
}
