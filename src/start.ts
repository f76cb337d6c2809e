import { createMiddleware, createStart } from "@tanstack/react-start";
import { knownErrorAdapter } from "#app/routing/known-errors.ts";

/** TanStack Start throws for unknown server functions: responds with 404 instead of 500. */
const unknownServerFunctions = createMiddleware().server(async ({ next }) => {
  try {
    return await next();
  } catch (error) {
    const isUnknown =
      error instanceof Error && /^(Server function info not|Invalid server action)/.test(error.message);
    if (isUnknown) return new Response("There is no such server function.\n", { status: 404 });
    throw error;
  }
});

/** Server functions are called with the `createServerFn` flag in their URL (specification, section 7). */
export const startInstance = createStart(() => ({
  requestMiddleware: [unknownServerFunctions],
  serializationAdapters: [knownErrorAdapter],
  serverFns: {
    fetch: (target, init) => {
      const address = new URL(target instanceof Request ? target.url : target, location.origin);
      address.searchParams.set("createServerFn", "");
      return fetch(address, init);
    },
  },
}));
