import { createRecovery } from "./session-expiry.ts";

/** After a demo's server rejected a change. Nothing is retried. */
export const { onNeeded: onDemoRejection, retry: reportDemoRejection } = createRecovery("DEMO_MODE");
