import { defineErrorCodes } from "@better-auth/core/utils/error-codes";
import { APIError } from "better-auth/api";
import { type Refusal, refusalError } from "#features/auth/server/api-errors.ts";

/** What is answered to other programs, by the codes of better-auth's own plugin; people read errors/messages/*.json. */
export const passkeyErrors = defineErrorCodes({
  CHALLENGE_NOT_FOUND: "This browser was not asked for a passkey, or that was too long ago: ask again",
  PASSKEY_NOT_FOUND: "Nobody here has this passkey",
  AUTHENTICATION_FAILED: "The passkey could not be verified",
});

/** Why a passkey lets nobody in. */
export type PasskeyRefusal = Refusal | { refused: keyof typeof passkeyErrors };

/** The error that answers a refusal. */
export function passkeyRefusalError(refusal: PasskeyRefusal): APIError {
  switch (refusal.refused) {
    case "CHALLENGE_NOT_FOUND":
      return APIError.from("BAD_REQUEST", passkeyErrors.CHALLENGE_NOT_FOUND);
    case "PASSKEY_NOT_FOUND":
    case "AUTHENTICATION_FAILED":
      return APIError.from("UNAUTHORIZED", passkeyErrors[refusal.refused]);
    default:
      return refusalError(refusal);
  }
}
