/** The list of a user's sessions, for the pages of other features. Its texts are in `authAccount`. */
export { SessionFacts, SessionList, SessionListItem } from "../sessions/screens/session-list.tsx";
