/** What other features may use of a user's sessions, on the server. */
export { listSessions, readCursor } from "../sessions/store.ts";
export { startImpersonation } from "../sessions/server/impersonation.ts";
