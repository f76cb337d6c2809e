/**
 * The response to a call that no server function has, which TanStack Start would report as its own failure: without an
 * id, with an id that every object inherits, or with an input. Ours take none, as operations do that.
 */
export function serverFunctionCallError({ url, headers }: Request): Response | undefined {
  const { pathname, searchParams } = new URL(url);
  const id = /^\/_serverFn\/([^/]*)/.exec(decodeURIComponent(pathname))?.[1];
  if (id === undefined) return undefined;
  if (id === "" || id in {}) return new Response("There is no such server function.\n", { status: 404 });
  if (!searchParams.has("payload") && !headers.has("content-type")) return undefined;
  return new Response("Server functions take no input.\n", { status: 400 });
}
