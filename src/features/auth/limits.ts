/** A code's length, in digits (specification, section 9). */
export const codeLength = 6;

/** How long a code lives. */
export const codeMinutes = 10;

/** How long one must wait before asking for another code. */
export const newCodeSeconds = 60;

/** The longest address, in characters. */
export const emailLimit = 254;

/** The longest name, in characters. */
export const nameLimit = 100;

/** How long a browser has to come back with a passkey that it was asked for. */
export const challengeSeconds = 5 * 60;
