import { passkeyOptions, signInWithPasskey } from "#features/auth/auth-client.ts";
import { authErrorOf, type AuthError } from "#features/auth/errors/error-text.ts";
import { askForPasskey, forgetPasskey } from "../browser.ts";
import type { UsedCredential } from "../schema.ts";

/** Asks for a passkey and signs in with it. @returns why that did not work, if it did not */
export async function promptForPasskey(): Promise<AuthError | undefined> {
  const options = await passkeyOptions();
  if ("code" in options) return options;
  try {
    return await signInWith(await askForPasskey(options));
  } catch (error) {
    return authErrorOf(error);
  }
}

/**
 * Offers passkeys where an address is typed, and signs in with one that is chosen there.
 * @param signal ends the offer
 * @returns why that did not work, if it did not
 * @throws where none was chosen: nothing was asked, so there is nothing to say
 */
export async function offerPasskeys(signal: AbortSignal): Promise<AuthError | undefined> {
  const options = await passkeyOptions();
  if ("code" in options) throw new Error(options.code);
  return await signInWith(await askForPasskey(options, { signal, mediation: "conditional" }));
}

async function signInWith(credential: UsedCredential): Promise<AuthError | undefined> {
  const refusal = await signInWithPasskey(credential);
  if (refusal?.code === "PASSKEY_NOT_FOUND") await forgetPasskey(credential.id);
  return refusal;
}
