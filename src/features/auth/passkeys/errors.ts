import { authErrors } from "../errors/definitions.ts";

const { TOO_MANY_REQUESTS } = authErrors;

/** The errors of an operation that takes a passkey. */
export const usePasskeyErrors = {
  TOO_MANY_REQUESTS,
  CHALLENGE_NOT_FOUND: authErrors.CHALLENGE_NOT_FOUND,
  PASSKEY_NOT_FOUND: authErrors.PASSKEY_NOT_FOUND,
  AUTHENTICATION_FAILED: authErrors.AUTHENTICATION_FAILED,
};

/** The errors of an operation that adds a passkey. */
export const addPasskeyErrors = {
  TOO_MANY_REQUESTS,
  CHALLENGE_NOT_FOUND: authErrors.CHALLENGE_NOT_FOUND,
  FAILED_TO_VERIFY_REGISTRATION: authErrors.FAILED_TO_VERIFY_REGISTRATION,
};
