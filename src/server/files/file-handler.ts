import type { MountedHandler } from "#server/http/handle-request.ts";
import { fileHeaders } from "#server/http/security-headers.ts";
import { contentTypeOfName, type FileKind, type FileStorage } from "./storage.ts";

/**
 * Creates the handler for the files of a kind, which streams them from storage.
 * @param o.assetsOrigin of a CDN from which browsers load them
 */
export function createFileHandler(
  kind: FileKind,
  storage: Pick<FileStorage, "read">,
  { assetsOrigin }: { assetsOrigin?: string } = {},
): MountedHandler {
  const pathPrefix = `/${kind.folder}/`;
  return {
    pathPrefix,
    async fetch(request) {
      if (request.method !== "GET" && request.method !== "HEAD") {
        return new Response("Only GET and HEAD are supported.\n", {
          status: 405,
          headers: { allow: "GET, HEAD" },
        });
      }
      // Not decoded, as our names contain no encoded characters.
      const name = new URL(request.url).pathname.slice(pathPrefix.length);
      const file = await storage.read(name);
      if (!file) return new Response("File not found.\n", { status: 404 });

      const etag = `"${name}"`;
      const headers = {
        ...fileHeaders(assetsOrigin),
        "cache-control": "public, max-age=31536000, immutable",
        // A file that is opened directly, for example an image, runs and loads nothing.
        "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
        etag,
      };
      if (request.headers.get("if-none-match")?.includes(etag)) {
        await file.body.cancel();
        return new Response(null, { status: 304, headers });
      }
      return new Response(file.body, {
        headers: {
          ...headers,
          "content-type": contentTypeOfName(kind, name),
          "content-length": String(file.size),
        },
      });
    },
  };
}
