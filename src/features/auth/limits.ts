/** The number of a code's digits (specification, section 9). */
export const codeLength = 6;

/** How long a code is valid. */
export const codeMinutes = 10;

/** The time between two requests for a code. */
export const newCodeSeconds = 60;

/** In characters. */
export const emailMaxLength = 254;

/** In characters. */
export const nameMaxLength = 100;

/** How long users can do sensitive things after they confirmed who they are. */
export const confirmationMinutes = 10;

// optional: passkeys
/** How long a passkey challenge is valid. */
export const challengeSeconds = 5 * 60;
// end: passkeys

/** The number of sessions that a user can have; a trigger enforces it (migrations/0008_session-limit.sql). */
export const sessionLimit = 50;
