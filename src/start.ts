import { createStart } from "@tanstack/react-start";
import { knownErrorAdapter } from "#routing/errors.ts";

/** Server functions are called with the `createServerFn` flag in their URL (specification, section 7). */
export const startInstance = createStart(() => ({
  serializationAdapters: [knownErrorAdapter],
  serverFns: {
    fetch: (url, init) => {
      const address = new URL(String(url), location.origin);
      address.searchParams.set("createServerFn", "");
      return fetch(address, init);
    },
  },
}));
