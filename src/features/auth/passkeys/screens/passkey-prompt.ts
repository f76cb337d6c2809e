import { callAuth } from "../../auth-client.ts";
import { authErrorOf } from "../../errors/error-text.ts";
import { getPasskey, reportUnknownPasskey } from "../browser.ts";
import type { RequestOptions, UsedCredential } from "../schema.ts";

/** Gets a passkey of this site from the user. @param o as for `getPasskey` @throws an error with a code */
export async function promptForPasskey(o?: Parameters<typeof getPasskey>[1]): Promise<UsedCredential> {
  return await getPasskey(await callAuth<RequestOptions>("/passkey/generate-authenticate-options", {}), o);
}

/** Signs in with a passkey. @throws an error with a code */
export async function submitPasskey(response: UsedCredential): Promise<void> {
  try {
    await callAuth("/passkey/verify-authentication", { response });
  } catch (error) {
    if (authErrorOf(error).code === "PASSKEY_NOT_FOUND") await reportUnknownPasskey(response.id);
    throw error;
  }
}
