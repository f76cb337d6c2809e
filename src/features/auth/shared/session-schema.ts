/** What other features may use of a user's sessions. */
export {
  type ListedSession,
  sessionCursorSchema,
  type SessionPage,
  sessionPageSchema,
} from "../sessions/schema.ts";
