import type { Language } from "#i18n/languages.ts";
import type { Database } from "#server/database/connect.ts";
import type { Log } from "#server/log.ts";
import type { Secrets } from "#server/secret.ts";

/** Who makes a request, as their session says. */
export type Caller = {
  sessionId: string;
  /** When the session ends, unless it is renewed. */
  expiresAt: Date;
  /** The administrator who acts as this user. */
  impersonatedBy: string | null;
  user: {
    id: string;
    name: string | null;
    email: string;
    emailVerified: boolean;
    role: string;
    onboardedAt: Date | null;
  };
};

/** What every operation is given. */
export type OperationContext = {
  caller: Caller | null;
  database: Database;
  secrets: Secrets;
  adminUserIds: string[];
  /** Where people reach the product. */
  baseUrl: URL;
  language: Language;
  /** The request, as the log knows it. */
  requestId: string;
  /** Where it comes from: an IPv4 or IPv6 address (RequestInfo). */
  clientAddress: string;
  log: Log;
};
