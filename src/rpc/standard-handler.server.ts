import type { AnyRouter } from "@orpc/server";
import type { StandardHandler, StandardMatcher } from "@orpc/server/standard";
import type { OperationContext } from "./context.ts";
import { canCall } from "./enforce-permission.server.ts";

/** A response as oRPC's standard handlers return it. An operation returns JSON or a file: streams have routes of their own. */
export type OrpcResponse = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: unknown;
};

/** The path of an operation below its prefix, as a matcher expects it. */
export function operationPath(url: string, prefix: string): `/${string}` {
  const path = new URL(url).pathname.slice(prefix.length).replaceAll(/^\/|\/$/g, "");
  return `/${path}`;
}

type Operations<Context extends OperationContext> = {
  handler: StandardHandler<Context>;
  /** Finds an operation as the handler does. */
  matcher: StandardMatcher;
  router: AnyRouter;
  /** The path under which the operations are. */
  prefix: `/${string}`;
};

/**
 * Answers requests by oRPC's standard handlers. Its handlers of web requests would also accept other bodies than JSON, and create a
 * Response with a stream. The HTTP server has checked the content type. Only a caller who may call the operation has their input
 * parsed; `enforcePermission` rejects any other.
 */
export function answerOperations<Context extends OperationContext>({
  handler,
  matcher,
  router,
  prefix,
}: Operations<Context>) {
  matcher.init(router);

  async function canCallOperation(method: string, url: string, context: OperationContext): Promise<boolean> {
    const match = await matcher.match(method, operationPath(url, prefix));
    return match !== undefined && canCall(context, match.procedure);
  }

  return async (
    request: Request,
    context: Context,
    method = request.method,
  ): Promise<OrpcResponse | undefined> => {
    const isParsed = await canCallOperation(method, request.url, context);
    const { response } = await handler.handle(
      {
        method,
        url: new URL(request.url),
        get headers() {
          return Object.fromEntries(request.headers);
        },
        get signal() {
          return request.signal;
        },
        async body() {
          const text = isParsed && (await request.text());
          return text ? (JSON.parse(text) as unknown) : undefined;
        },
      },
      { prefix, context },
    );
    return response;
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
