import type { Language } from "#i18n/languages.ts";
import type { Database, Sql } from "#server/database/connect.ts";
import type { RequestInfo } from "#server/http/http-context.ts";
import type { Log } from "#server/log.ts";
import type { Secrets } from "#server/secret.ts";
import type { Services } from "#server/services.ts";
import type { confirmationMethods } from "./operation.ts";
import type { Access } from "./permissions.ts";
import type { Reads } from "./replicas/reads.server.ts";

export type ConfirmationMethod = (typeof confirmationMethods)[number];

/** The user who makes a request. */
export type Caller = {
  sessionId: string;
  // optional: api-keys
  /** The API key that the request was made with, instead of a session: `sessionId` and `expiresAt` are the key's. */
  key?: { id: string; name: string };
  // end: api-keys
  /** When the session expires, unless it is renewed. */
  expiresAt: Date;
  /** The administrator who impersonates this user. */ // optional: impersonation
  impersonatedBy?: string | null; // optional: impersonation
  /** Whether the user has confirmed within the last 10 minutes, in this session, that it's them. */
  isConfirmed: boolean;
  /** How they can do that. */
  confirmationMethods: ConfirmationMethod[];
  user: {
    id: string;
    name: string | null;
    email: string;
    emailVerified: boolean;
    role: string;
    onboardedAt: Date | null;
    /** Whether they have the default role's permissions only, until they use a passkey in this session. */ // optional: passkeys
    needsPasskey?: boolean; // optional: passkeys
    /** What the API key allows (`PermittedUser`). */ // optional: api-keys
    keyPermissions?: readonly string[]; // optional: api-keys
  };
};

/** What every operation gets. */
export type OperationContext = {
  caller: Caller | null;
  /**
   * Checks again in a transaction that the caller may do what they could when the request began, and locks them until it
   * ends: a ban, a change of roles or a sign-out waits.
   * @throws UNAUTHORIZED if their session or key has ended, FORBIDDEN if they have lost a permission
   */
  lockCaller: (transaction: Sql) => Promise<void>;
  /** The primary, or for an operation that only reads, a replica. */ // optional: replicas
  database: Database;
  reads: Reads; // optional: replicas
  secrets: Secrets;
  access: Access;
  // optional: demo
  /** Whether the product is a read-only demo. */
  isDemo?: boolean;
  // end: demo
  /** The name of a sign-in provider. */ // optional: social
  providerName: (id: string) => string; // optional: social
  mail: Services["mail"];
  /** The product's public address. */
  baseUrl: URL;
  language: Language;
  /** The request's id in the log. */
  requestId: string;
  nameOperation?: RequestInfo["nameOperation"]; // optional: telemetry
  /** The client's IPv4 or IPv6 address (RequestInfo). */
  clientAddress: string;
  /** Its User-Agent header. */
  userAgent: string | null;
  /** Sends the browser a new token for the caller's session, in the session cookie of the response. */
  setSessionToken: (token: string) => void;
  /** Adds a Set-Cookie header to the response. */
  setCookie: (header: string) => void;
  log: Log;
};
