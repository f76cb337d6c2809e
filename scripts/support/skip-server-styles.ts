import type { Plugin } from "vite";

/**
 * Makes style sheets empty on the server, which sends browsers their URLs only. Otherwise Tailwind and Vite would process
 * each one a second time, when the first page is rendered and after each edit.
 */
export function skipServerStyles(): Plugin {
  return {
    name: "skip-server-styles",
    enforce: "pre",
    applyToEnvironment: ({ name }) => name === "ssr",
    load: { filter: { id: /\.css$/ }, handler: () => "" },
    hotUpdate: ({ file }) => (file.endsWith(".css") ? [] : undefined),
  };
}
