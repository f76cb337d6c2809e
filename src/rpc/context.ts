import type { Language } from "#i18n/languages.ts";
import type { Database } from "#server/database/connect.ts";
import type { Log } from "#server/log.ts";

/** Who makes a request, as their session says. */
export type Caller = {
  sessionId: string;
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
  adminUserIds: string[];
  language: Language;
  /** The request, as the log knows it. */
  requestId: string;
  log: Log;
};
