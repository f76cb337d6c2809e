import { createStart } from "@tanstack/react-start";
import { knownErrorAdapter } from "#routing/errors.ts";

/** Server functions are called with the `createServerFn` flag in their URL (specification, section 7). */
export const startInstance = createStart(() => ({
  serializationAdapters: [knownErrorAdapter],
  serverFns: {
    fetch: (target, init) => {
      const address = new URL(target instanceof Request ? target.url : target, location.origin);
      address.searchParams.set("createServerFn", "");
      return fetch(address, init);
    },
  },
}));
