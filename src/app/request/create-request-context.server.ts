import { sessionCookie } from "#features/auth/server/cookies.ts";
import { findKeyCaller, readApiKey } from "#features/auth/keys/server/find-key.ts";
import { resumeOnPage } from "#features/auth/impersonation/server/impersonation.ts"; // optional: impersonation
import { findSession } from "#features/auth/sessions/server/find-session.ts";
import { providerName, socialProviders } from "#features/auth/social/providers.ts"; // optional: social
import { detectLanguage } from "#i18n/detect.ts";
import type { Caller, OperationContext } from "#rpc/context.ts";
import type { Access } from "#rpc/permissions.ts";
import type { RequestContext } from "#rpc/request-context.server.ts";
import { actorId } from "#server/activity/record-activity.ts";
import type { RequestInfo } from "#server/http/http-context.ts";
import type { Services } from "#server/services.ts";
import { api } from "./api.server.ts";
import { accessFor } from "../access/access.ts";

/** What the process hands to the application with each request. */
export type ProcessContext = RequestInfo & { services: Services };

/** Completes what the process knows of a request with what the application does. */
export function createRequestContext(request: Request, context: ProcessContext): RequestContext {
  const access = accessFor(context.services.config.auth.adminUserIds);
  const responseCookies: string[] = [];
  let created: Promise<OperationContext> | undefined;
  return {
    ...context,
    access,
    api,
    responseCookies,
    operationContext: () => (created ??= createOperationContext(request, context, access, responseCookies)),
  };
}

type FoundSession = Awaited<ReturnType<typeof findSession>>;

async function createOperationContext(
  request: Request,
  { services, requestId, clientAddress, logUser, nameOperation }: ProcessContext,
  access: Access,
  responseCookies: string[],
): Promise<OperationContext> {
  const { config, database, log, secrets } = services;
  const key = readApiKey(request);
  const session = key === undefined ? await findRequestSession(services, request, responseCookies) : null;
  const caller =
    key === undefined ? session && toCaller(session) : await findKeyCaller(services, { key, clientAddress });
  if (caller) logUser(actorId(caller), caller.key);
  return {
    caller,
    access,
    isDemo: config.isDemo,
    database,
    secrets,
    providerName: (id) => providerName(id, socialProviders(config.auth)), // optional: social
    baseUrl: config.baseUrl,
    language: detectLanguage(request),
    requestId,
    nameOperation,
    clientAddress,
    userAgent: request.headers.get("user-agent"),
    setSessionToken(token) {
      if (!session) return;
      responseCookies.push(sessionCookie({ config, secrets }, { token, expiresAt: session.expiresAt }));
    },
    setCookie: (header) => void responseCookies.push(header),
    log,
  };
}

/** The session of a request. @param responseCookies gets its renewed cookie */
async function findRequestSession(
  services: Services,
  request: Request,
  responseCookies: string[],
): Promise<FoundSession> {
  const session = await findSession({ ...services, headers: request.headers });
  if (session?.renewedCookie) responseCookies.push(session.renewedCookie);
  if (!session) return await resumeOnPage(services, request, responseCookies); // optional: impersonation
  return session;
}

function toCaller(session: NonNullable<FoundSession>): Caller {
  return {
    sessionId: session.id,
    expiresAt: session.expiresAt,
    impersonatedBy: session.impersonatedBy, // optional: impersonation
    isConfirmed: session.isConfirmed,
    confirmationMethods: session.confirmationMethods,
    user: session.user,
  };
}
