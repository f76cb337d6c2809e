import { contentTypeOfName, filesPath } from "./names.ts";
import type { FileStorage } from "./storage.ts";

/** Creates the handler for requests to /files/, which streams files from storage. */
export function createFileHandler(
  storage: Pick<FileStorage, "read">,
): (request: Request) => Promise<Response> {
  return async (request) => {
    if (request.method !== "GET" && request.method !== "HEAD") {
      return new Response("Only GET and HEAD are supported.\n", {
        status: 405,
        headers: { allow: "GET, HEAD" },
      });
    }
    // Not decoded, as our names contain no encoded characters.
    const name = new URL(request.url).pathname.slice(filesPath.length);
    const file = await storage.read(name);
    if (!file) return new Response("File not found.\n", { status: 404 });

    const etag = `"${name}"`;
    const headers = {
      "cache-control": "public, max-age=31536000, immutable",
      // An image that is opened directly runs and loads nothing.
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
      etag,
    };
    if (request.headers.get("if-none-match")?.includes(etag)) {
      await file.body.cancel();
      return new Response(null, { status: 304, headers });
    }
    return new Response(file.body, {
      headers: { ...headers, "content-type": contentTypeOfName(name), "content-length": String(file.size) },
    });
  };
}
