import { getGlobalStartContext } from "@tanstack/react-start";
import { appendResponseHeader } from "@tanstack/react-start/server";
import { findSession } from "#features/auth/sessions/server/find-session.ts";
import { detectLanguage } from "#i18n/detect.ts";
import type { OperationContext } from "#rpc/context.ts";
import { services } from "#server/services.ts";

const contexts = new WeakMap<Request, Promise<OperationContext>>();

/** What a request brings to every operation. Its session is looked up once, however many operations it calls. */
export function operationContext(request: Request): Promise<OperationContext> {
  const known = contexts.get(request);
  if (known) return known;
  const context = createContext(request);
  contexts.set(request, context);
  return context;
}

async function createContext(request: Request): Promise<OperationContext> {
  const { config, database, log, secrets } = services();
  const session = await findSession({ database, secrets, config, headers: request.headers });
  if (session?.renewedCookie) appendResponseHeader("set-cookie", session.renewedCookie.header);
  const info = getGlobalStartContext();
  return {
    caller: session && {
      sessionId: session.id,
      expiresAt: session.expiresAt,
      impersonatedBy: session.impersonatedBy,
      user: session.user,
    },
    database,
    secrets,
    adminUserIds: config.auth.adminUserIds,
    baseUrl: config.baseUrl,
    language: detectLanguage(request),
    requestId: info?.requestId ?? "",
    clientAddress: info?.clientAddress ?? "unknown",
    log,
  };
}
