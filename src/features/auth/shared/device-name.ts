/** Names a session's device. Its texts are in `authAccount`. */
export { useDeviceName } from "../sessions/screens/session-row.tsx";
