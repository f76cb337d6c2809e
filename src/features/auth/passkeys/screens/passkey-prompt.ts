import { type AuthError, fetchPasskeyOptions, submitPasskey } from "../../auth-client.ts";
import { authErrorOf } from "../../errors/error-text.ts";
import { getPasskey, reportUnknownPasskey } from "../browser.ts";
import type { UsedCredential } from "../schema.ts";

/** Prompts for a passkey and signs in with it. @returns the error, if it fails */
export async function promptForPasskey(): Promise<AuthError | undefined> {
  const options = await fetchPasskeyOptions();
  if ("code" in options) return options;
  try {
    return await signInWith(await getPasskey(options));
  } catch (error) {
    return authErrorOf(error);
  }
}

/**
 * Offers passkeys in the email field's autofill, and signs in with the selected one.
 * @param signal ends the offer
 * @returns the error, if signing in fails
 * @throws if none was selected
 */
export async function offerPasskeys(signal: AbortSignal): Promise<AuthError | undefined> {
  const options = await fetchPasskeyOptions();
  if ("code" in options) throw new Error(options.code);
  return await signInWith(await getPasskey(options, { signal, mediation: "conditional" }));
}

async function signInWith(credential: UsedCredential): Promise<AuthError | undefined> {
  const error = await submitPasskey(credential);
  if (error?.code === "PASSKEY_NOT_FOUND") await reportUnknownPasskey(credential.id);
  return error;
}
