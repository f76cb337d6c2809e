import type { BetterAuthOptions, BetterAuthPlugin } from "better-auth";
import { APIError, createAuthMiddleware } from "better-auth/api";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { user } from "#features/users/table.ts";
import { recordFailure } from "#server/activity/security-events.ts";
import { confirmationErrors } from "#rpc/operation.ts";
import { securityContext } from "../../server/auth-activity.ts";
import { clientOf } from "../../server/request-client.ts";
import { completeSession } from "../../sessions/server/create-session.ts";
import { findSession } from "../../sessions/server/find-session.ts";
import { session } from "../../table.ts";
import { reportLinkedAccount } from "./linked-accounts.ts";
import { socialBodies } from "./social-bodies.ts";

type Services = Parameters<typeof reportLinkedAccount>[0];

/**
 * Our rules for better-auth's social sign-in: fields, limits, a confirmation before linking, verified emails, and a record of what
 * happened.
 */
export function socialRules(services: Services) {
  const { database, config } = services;
  return {
    id: "social-rules",
    init: () => ({ options: { databaseHooks: databaseHooks(services) } }),
    // For each client: each request stores a row.
    rateLimit: [{ pathMatcher: (path) => path in socialBodies, window: 600, max: 60 }],
    hooks: {
      before: [
        {
          matcher: ({ path = "" }) => path in socialBodies,
          handler: createAuthMiddleware(async ({ path, body, headers }) => {
            if (path === "/link-social") await requireConfirmation(services, headers ?? new Headers());
            const { error } = socialBodies[path]?.safeParse(body) ?? {};
            if (!error) return;
            const message = z.prettifyError(error);
            throw new APIError("BAD_REQUEST", { code: "VALIDATION_ERROR", message });
          }),
        },
      ],
      after: [
        {
          matcher: ({ path }) => path === "/callback/:id",
          // A rejected sign-in redirects to a page with the error in its query.
          handler: createAuthMiddleware(async ({ context, headers, params }) => {
            const location = context.responseHeaders?.get("location");
            const error = location && URL.parse(location, config.baseUrl)?.searchParams.get("error");
            if (!error) return;
            await recordFailure(database.sql, securityContext(services, clientOf(headers ?? new Headers())), {
              event: "signInFailed",
              subject: { type: "session" },
              // Part of the request's query.
              details: {
                method: String(params?.id),
                reason: /^\w{1,60}$/.test(error) ? error : "unknown_error",
              },
            });
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}

function databaseHooks(services: Services): BetterAuthOptions["databaseHooks"] {
  /** The headers of requests that create a user: the account with which they sign up is not reported. */
  const signUps = new WeakSet<Headers>();
  return {
    user: {
      // An earlier owner of the account may have linked the provider, so only a code verifies the email.
      update: {
        before: (changes, context) =>
          Promise.resolve(!(context?.path.startsWith("/callback/") && "emailVerified" in changes)),
      },
      create: {
        before: async ({ emailVerified }, context) => {
          if (context?.headers) signUps.add(context.headers);
          if (context?.path.startsWith("/callback/") && !emailVerified)
            throw new APIError("FORBIDDEN", { code: "EMAIL_NOT_VERIFIED", message: "Email not verified" });
        },
      },
    },
    account: {
      create: {
        after: async (linked, context) => {
          if (!context?.headers || signUps.has(context.headers)) return;
          await reportLinkedAccount(services, linked, context.headers);
        },
      },
    },
    session: {
      create: {
        after: async (created, context) => {
          if (!context?.headers || !context.path.startsWith("/callback/")) return;
          const client = clientOf(context.headers);
          const { sql } = services.database;
          const [stored] = await sql
            .select({
              id: session.id,
              hasEndedOldest: session.hasEndedOldest,
              user: { id: user.id, name: user.name, email: user.email },
            })
            .from(user)
            .innerJoin(session, eq(session.userId, user.id))
            .where(eq(session.id, created.id));
          // `path` is the route's pattern.
          const provider = context.params?.id ?? "unknown";
          if (stored) await completeSession(sql, services, stored, client, provider);
        },
      },
    },
  };
}

/** Throws unless the user has confirmed recently in the session that it's them, as for a `confirmedOperation`. */
async function requireConfirmation(services: Services, headers: Headers): Promise<void> {
  const found = await findSession({ ...services, headers });
  if (!found) throw new APIError("UNAUTHORIZED", { code: "UNAUTHORIZED", message: "Sign in to do this" });
  if (found.impersonatedBy) throw confirmationError("NOT_WHILE_IMPERSONATING"); // optional: impersonation
  if (!found.isConfirmed) throw confirmationError("CONFIRMATION_REQUIRED");
}

function confirmationError(code: keyof typeof confirmationErrors) {
  return new APIError("FORBIDDEN", { code, message: confirmationErrors[code].message });
}
