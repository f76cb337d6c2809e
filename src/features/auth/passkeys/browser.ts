import type { CreationOptions, NewCredential, RequestOptions, UsedCredential } from "./schema.ts";

/* The browser's WebAuthn API. Loaded when a passkey is about to be used. */

/**
 * Creates a passkey.
 * @returns the credential, and the name of the passkey's provider, if known
 * @throws an error with a code
 */
export async function createPasskey(
  options: CreationOptions,
): Promise<{ credential: NewCredential; provider: string | undefined }> {
  const created = await navigator.credentials
    .create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) })
    .catch((error: unknown) => {
      throw codedError(codeOf(error, "REGISTRATION_CANCELLED"));
    });
  const credential = created as PublicKeyCredential;
  const { authenticatorData } = (credential.toJSON() as RegistrationResponseJSON).response;
  return {
    credential: credential.toJSON() as NewCredential,
    provider: providers[aaguidIn(authenticatorData)],
  };
}

/**
 * Gets a passkey from the user.
 * @param mediation `conditional` offers passkeys in the email field's autofill, without a dialog
 * @throws an error with a code
 */
export async function getPasskey(
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
      throw codedError(codeOf(error, "AUTH_CANCELLED"));
    });
  return (used as PublicKeyCredential).toJSON() as UsedCredential;
}

/** Tells the device to stop offering a passkey, if the browser supports that. */
export async function reportUnknownPasskey(credentialId: string): Promise<void> {
  const { signalUnknownCredential } = PublicKeyCredential as Partial<typeof PublicKeyCredential>;
  // If the passkey's provider rejects it, the passkey is offered again.
  await signalUnknownCredential
    ?.call(PublicKeyCredential, { rpId: location.hostname, credentialId })
    .catch(() => undefined);
}

function codedError(code: string): Error {
  return Object.assign(new Error(code), { code });
}

/** The code of a WebAuthn error (WebAuthn, sections 5.1.3 and 5.1.4). */
function codeOf(error: unknown, canceledCode: string): string {
  switch (error instanceof Error ? error.name : "") {
    case "NotAllowedError":
    case "AbortError":
      return canceledCode;
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

/** The AAGUID, which identifies the passkey's provider: 16 bytes from byte 37 on (WebAuthn, section 6.5.1). */
function aaguidIn(authenticatorData: string): string {
  const bytes = atob(authenticatorData.replaceAll("-", "+").replaceAll("_", "/")).slice(37, 53);
  return [...bytes].map((byte) => byte.charCodeAt(0).toString(16).padStart(2, "0")).join("");
}

/** Providers of passkeys by their published AAGUIDs. */
const providers: Record<string, string> = {
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
