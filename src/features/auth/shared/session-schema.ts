/** What other features may use of a user's sessions. */
export { type ListedSession, sessionCursorSchema, sessionPageSchema } from "../sessions/schema.ts";
