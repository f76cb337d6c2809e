import { matchesEtag } from "#server/http/etag.ts";
import { contentTypeOfName, filesPath } from "./names.ts";
import type { FileStorage } from "./storage.ts";

/** A file opened by its address is a picture and nothing else: it runs, loads and frames nothing. */
const policy = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** Answers requests for what is under /files/, streamed from storage. */
export function createFileHandler(
  storage: Pick<FileStorage, "read">,
): (request: Request) => Promise<Response> {
  return async (request) => {
    if (request.method !== "GET" && request.method !== "HEAD") {
      return new Response("Files can only be read.\n", { status: 405, headers: { allow: "GET, HEAD" } });
    }
    // A name as it is: none of ours has characters that could be encoded.
    const name = new URL(request.url).pathname.slice(filesPath.length);
    const file = await storage.read(name);
    if (!file) return new Response("There is no such file.\n", { status: 404 });

    const etag = `"${name}"`;
    const headers = {
      "cache-control": "public, max-age=31536000, immutable",
      "content-security-policy": policy,
      etag,
    };
    if (matchesEtag(request.headers.get("if-none-match") ?? undefined, etag)) {
      await file.body.cancel();
      return new Response(null, { status: 304, headers });
    }
    return new Response(file.body, {
      headers: { ...headers, "content-type": contentTypeOfName(name), "content-length": String(file.size) },
    });
  };
}
