import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { buffer } from "node:stream/consumers";

/** As `fetch`, which ignores a Host header, and without following redirects. */
export async function fetchWithHost(
  url: string,
  o: { method?: string; headers: Record<string, string>; body?: string },
): Promise<Response> {
  const { method = "GET", headers, body } = o;
  const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
  const sent = request(url, { method, agent: false, headers: { ...length, ...headers } });
  sent.end(body);
  const [received] = (await once(sent, "response")) as [IncomingMessage];
  const { rawHeaders, statusCode = 0 } = received;
  const pairs = rawHeaders.flatMap((name, index) =>
    index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? ""] as [string, string]] : [],
  );
  const bytes = await buffer(received);
  return new Response(bytes.length > 0 ? new Uint8Array(bytes) : null, {
    status: statusCode,
    headers: pairs,
  });
}
