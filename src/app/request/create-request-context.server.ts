import { sessionCookie } from "#features/auth/server/cookies.ts";
import { findKeyCaller, readApiKey } from "#features/auth/keys/server/find-key.ts";
import { resumeOnPage } from "#features/auth/impersonation/server/impersonation.ts";
import { lockCaller } from "#features/auth/sessions/server/check-callers.ts";
import { findSession, type Session } from "#features/auth/sessions/server/find-session.ts";
import type { KeptSessions } from "#features/auth/sessions/server/kept-sessions.ts";
import { providerName, socialProviders } from "#features/auth/social/providers.ts";
import { detectLanguage } from "#i18n/detect.ts";
import type { Caller, OperationContext } from "#rpc/context.ts";
import type { RequestContext } from "#rpc/request-context.server.ts";
import { createReads } from "#rpc/replicas/reads.server.ts";
import { actorId } from "#server/activity/record-activity.ts";
import type { RequestInfo } from "#server/http/http-context.ts";
import type { RequestBudgets } from "#server/limits/request-budget.ts";
import type { Services } from "#server/services.ts";
import { api } from "./api.server.ts";
import { accessFor } from "../access/access.ts";
import type { CallerWatch } from "../access/watch-callers.server.ts";

/** What the process hands to the application with each request. */
export type ProcessContext = RequestInfo & {
  services: Services;
  callerWatch: CallerWatch;
  budgets: RequestBudgets;
  keptSessions?: KeptSessions<Session> | undefined; // optional: live, redis
};

/** A request's context, also with what only the authentication service needs. */
export type AppRequestContext = RequestContext & {
  /** The session of the request's cookie, which is looked up once. */
  session: () => Promise<Session | null>;
  /** As `operationContext`, while TanStack Start has not read the request's signal: it would answer 500 when a session ends. */
  unboundContext: () => Promise<OperationContext>;
};

/** Completes what the process knows of a request with what the application does. */
export function createRequestContext(request: Request, context: ProcessContext): AppRequestContext {
  const responseCookies: string[] = [];
  let session: Promise<Session | null> | undefined;
  const shared = {
    access: accessFor(context.services.config.auth.adminUserIds),
    responseCookies,
    session: () => (session ??= findBrowserSession(context, request, responseCookies)),
    reads: createReads(request, context), // optional: replicas
  };
  let created: Promise<OperationContext> | undefined;
  let bound: Promise<OperationContext> | undefined;
  const create = () => (created ??= createOperationContext(request, context, shared));
  return {
    ...context,
    ...shared,
    api,
    unboundContext: create,
    operationContext: () =>
      (bound ??= create().then((operation) => {
        if (operation.caller) bindSignal(request, operation.caller, context);
        return operation;
      })),
  };
}

/** Of a request's context, what is there before its session is looked up. */
type SharedContext = Pick<
  AppRequestContext,
  | "reads" // optional: replicas
  | "access"
  | "responseCookies"
  | "session"
>;

async function createOperationContext(
  request: Request,
  process: ProcessContext,
  shared: SharedContext,
): Promise<OperationContext> {
  const { access, responseCookies } = shared;
  const { services, requestId, clientAddress, addToLog } = process;
  const { config, database, log, secrets } = services;
  const caller = await findCaller({ process, request, ...shared });
  if (caller) addToLog({ user: actorId(caller) });
  if (caller?.key) addToLog({ key: caller.key }); // optional: api-keys
  return {
    caller,
    lockCaller: (transaction) => lockCaller(transaction, { access, config }, caller),
    access,
    isDemo: config.auth.isDemo, // optional: demo
    database,
    reads: shared.reads, // optional: replicas
    secrets,
    providerName: (id) => providerName(id, socialProviders(config.auth)), // optional: social
    mail: services.mail,
    baseUrl: config.baseUrl,
    language: detectLanguage(request),
    requestId,
    nameOperation: process.nameOperation, // optional: telemetry
    clientAddress,
    userAgent: request.headers.get("user-agent"),
    setSessionToken(token) {
      if (!caller) return;
      if (caller.key) return; // optional: api-keys
      responseCookies.push(sessionCookie({ config, secrets }, { token, expiresAt: caller.expiresAt }));
    },
    setCookie: (header) => void responseCookies.push(header),
    log,
  };
}

/** From now on, the request's signal also aborts when its caller may no longer do what they could. Most requests don't read it. */
function bindSignal(request: Request, caller: Caller, { callerWatch, onClose }: ProcessContext): void {
  const connection = request.signal;
  let bound: AbortSignal | undefined;
  const bind = () => {
    const { signal, end } = callerWatch.watch(caller, connection);
    onClose(end);
    return signal;
  };
  Object.defineProperty(request, "signal", { configurable: true, get: () => (bound ??= bind()) });
}

/** Who makes a request. */
async function findCaller(
  from: Pick<SharedContext, "session" | "responseCookies"> & { process: ProcessContext; request: Request },
): Promise<Caller | null> {
  // optional: api-keys
  const key = readApiKey(from.request);
  if (key !== undefined) return await findKeyCaller(from.process, key);
  // end: api-keys
  const session = await from.session();
  // optional: impersonation
  if (!session)
    return toCaller(await resumeOnPage(from.process.services, from.request, from.responseCookies));
  // end: impersonation
  return toCaller(session);
}

/** @param responseCookies gets the renewed cookie */
async function findBrowserSession(
  process: ProcessContext,
  { headers }: Request,
  responseCookies: string[],
): Promise<Session | null> {
  const session = await findSession({
    ...process.services,
    headers,
    kept: process.keptSessions, // optional: live, redis
  });
  if (session?.renewedCookie) responseCookies.push(session.renewedCookie);
  return session;
}

function toCaller(session: Session | null): Caller | null {
  if (!session) return null;
  return {
    sessionId: session.id,
    expiresAt: session.expiresAt,
    impersonatedBy: session.impersonatedBy, // optional: impersonation
    isConfirmed: session.isConfirmed,
    confirmationMethods: session.confirmationMethods,
    user: session.user,
  };
}
