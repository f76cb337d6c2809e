import { createMiddleware, createStart } from "@tanstack/react-start";
import { knownErrorAdapter } from "#app/routing/known-errors.ts";

/** Start throws where a server function does not exist; whoever asks for one has asked for what is not there. */
const unknownFunctionIsNotFound = createMiddleware().server(async ({ next }) => {
  try {
    return await next();
  } catch (error) {
    const isUnknown =
      error instanceof Error && /^(Server function info not|Invalid server action)/.test(error.message);
    if (isUnknown) return new Response("There is no such function.\n", { status: 404 });
    throw error;
  }
});

/** Server functions are called with the `createServerFn` flag in their URL (specification, section 7). */
export const startInstance = createStart(() => ({
  requestMiddleware: [unknownFunctionIsNotFound],
  serializationAdapters: [knownErrorAdapter],
  serverFns: {
    fetch: (target, init) => {
      const address = new URL(target instanceof Request ? target.url : target, location.origin);
      address.searchParams.set("createServerFn", "");
      return fetch(address, init);
    },
  },
}));
