import { createHash } from "node:crypto";
import { chooseEncoding } from "#server/http/content-encoding.ts";
import { compress, encodings } from "#server/http/send-response.ts";

/**
 * Sends a text that is the same for many requests: it is hashed once, and compressed once for each encoding. Clients that have
 * it get 304.
 * @param headers with its content type and how it may be cached
 */
export function storedText(
  text: string,
  headers: Record<string, string>,
): (request: Request) => Promise<Response> {
  const etag = `"${createHash("sha256").update(text).digest("base64url")}"`;
  const shared = { ...headers, etag: `W/${etag}`, vary: "accept-encoding" };
  const compressed: Partial<Record<(typeof encodings)[number], ReturnType<typeof compress.gzip>>> = {};
  return async (request) => {
    if (request.headers.get("if-none-match")?.includes(etag))
      return new Response(null, { status: 304, headers: shared });
    const encoding = chooseEncoding(request.headers.get("accept-encoding") ?? undefined, encodings);
    if (!encoding) return new Response(text, { headers: shared });
    const body = await (compressed[encoding] ??= compress[encoding](text));
    return new Response(body as Uint8Array<ArrayBuffer>, {
      headers: { ...shared, "content-encoding": encoding },
    });
  };
}
