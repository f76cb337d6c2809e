import type { CreationOptions, NewCredential, RequestOptions, UsedCredential } from "./schema.ts";

/*
 * What the browser itself does with passkeys. Loaded when one is about to be used.
 */

/**
 * Has the browser make a passkey.
 * @returns it, and whose it is by its maker's own name, where that is known
 * @throws an error whose code says why there is none
 */
export async function makePasskey(
  options: CreationOptions,
): Promise<{ credential: NewCredential; maker: string | undefined }> {
  const made = await navigator.credentials
    .create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) })
    .catch((error: unknown) => {
      throw problem(reasonOf(error, "REGISTRATION_CANCELLED"));
    });
  const credential = made as PublicKeyCredential;
  const { authenticatorData } = (credential.toJSON() as RegistrationResponseJSON).response;
  return { credential: credential.toJSON() as NewCredential, maker: makers[aaguidIn(authenticatorData)] };
}

/**
 * Has the browser ask for a passkey.
 * @param signal ends the question
 * @param mediation `conditional` offers passkeys where an address is typed, and asks nothing
 * @throws an error whose code says why there is none
 */
export async function askForPasskey(
  options: RequestOptions,
  { signal, mediation }: { signal?: AbortSignal; mediation?: "conditional" } = {},
): Promise<UsedCredential> {
  const used = await navigator.credentials
    .get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options),
      ...(signal && { signal }),
      ...(mediation && { mediation }),
    })
    .catch((error: unknown) => {
      throw problem(reasonOf(error, "AUTH_CANCELLED"));
    });
  return (used as PublicKeyCredential).toJSON() as UsedCredential;
}

/** Tells the device that a passkey opens nothing here any more, so that it offers it no longer. Old browsers know no such thing. */
export async function forgetPasskey(credentialId: string): Promise<void> {
  const { signalUnknownCredential } = PublicKeyCredential as Partial<typeof PublicKeyCredential>;
  // The browser's own keeper may refuse; then the passkey is merely offered again.
  await signalUnknownCredential
    ?.call(PublicKeyCredential, { rpId: location.hostname, credentialId })
    .catch(() => undefined);
}

function problem(code: string): Error {
  return Object.assign(new Error(code), { code });
}

/** Why a browser has no passkey for us (WebAuthn, sections 5.1.3 and 5.1.4): as one of the errors that have a text. */
function reasonOf(error: unknown, cancelled: string): string {
  switch (error instanceof Error ? error.name : "") {
    case "NotAllowedError":
    case "AbortError":
      return cancelled;
    case "InvalidStateError":
      return "PREVIOUSLY_REGISTERED";
    case "SecurityError":
    case "NotSupportedError":
    case "ConstraintError":
      return "PASSKEY_UNSUPPORTED";
    default:
      return "UNKNOWN_ERROR";
  }
}

/** The identifier of a passkey's maker, from the 37th of what the device says of itself (WebAuthn, section 6.5.1). */
function aaguidIn(authenticatorData: string): string {
  const bytes = atob(authenticatorData.replaceAll("-", "+").replaceAll("_", "/")).slice(37, 53);
  return [...bytes].map((byte) => byte.charCodeAt(0).toString(16).padStart(2, "0")).join("");
}

/** Makers of passkeys by their identifiers, as they have published them. */
const makers: Record<string, string> = {
  fbfc3007154e4ecc8c0b6e020557d7bd: "iCloud Keychain",
  dd4ec289e01d41c9bb8970fa845d4bf2: "iCloud Keychain",
  ea9b8d664d011d213ce4b6b48cb575d4: "Google Password Manager",
  adce000235bcc60a648b0b25f1f05503: "Chrome",
  "08987058cadc4b81b6e130de50dcbe96": "Windows Hello",
  "9ddd1817af5a4672a2b93e3dd95000a9": "Windows Hello",
  "6028b017b1d44c02b4b3afcdafc96bb2": "Windows Hello",
  "53414d53554e47000000000000000000": "Samsung Pass",
  bada5566a7aa401fbd9645619a55120d: "1Password",
  d548826e79b4db40a3d811116f7e8349: "Bitwarden",
  "531126d6e717415c93203d9aa6981239": "Dashlane",
  b84e404815dc4dd08640f4f60813c8af: "NordPass",
  "0ea242b443c44a1b8b17dd6d0b6baec6": "Keeper",
  f38095407f1449c1a8b38f813b225541: "Enpass",
};
