/** A response as oRPC's standard handlers return it. An operation returns JSON or a file: streams have routes of their own. */
export type OrpcResponse = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: unknown;
};

/**
 * A request for oRPC's standard handlers. Its handlers of web requests would also accept other bodies than JSON, and create a
 * Response with a stream. The HTTP server has checked the content type.
 */
export function toOrpcRequest(request: Request) {
  return {
    method: request.method,
    url: new URL(request.url),
    get headers() {
      return Object.fromEntries(request.headers);
    },
    get signal() {
      return request.signal;
    },
    async body(): Promise<unknown> {
      const text = await request.text();
      return text ? (JSON.parse(text) as unknown) : undefined;
    },
  };
}

/** A standard handler's response, as the HTTP server sends it. */
export function toHandlerResponse({ status, headers: own, body }: OrpcResponse): Response {
  const headers = new Headers();
  for (const [name, value] of Object.entries(own))
    for (const item of Array.isArray(value) ? value : [value])
      if (item !== undefined) headers.append(name, item);
  if (body === undefined || body instanceof Blob || body instanceof FormData)
    return new Response(body, { status, headers });
  // `Response.json` takes half as long again, and most requests come here.
  headers.set("content-type", "application/json");
  return new Response(JSON.stringify(body), { status, headers });
}
