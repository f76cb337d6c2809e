import { brand } from "#brand/brand.ts";
import { challengeSeconds } from "#features/auth/limits.ts";
import type { passkey } from "#features/auth/table.ts";
import type { CreationOptions, NewCredential, RequestOptions, UsedCredential } from "../schema.ts";

/*
 * WebAuthn as this product uses it: passkeys that need no address typed first, unlocked by their owner each time, for this
 * origin alone. Signatures and formats are checked by @simplewebauthn/server, which is loaded with the first passkey.
 */

type StoredPasskey = typeof passkey.$inferSelect;

/** EdDSA, ECDSA with P-256, RSA (the IANA registry of COSE algorithms). */
const algorithms = [-8, -7, -257];

/** What a browser is told that is to add a passkey for someone. */
export function creationOptions(
  baseUrl: URL,
  challenge: string,
  person: { id: string; email: string; name: string | null },
  existing: readonly Pick<StoredPasskey, "credentialId" | "transports">[],
): CreationOptions {
  return {
    challenge,
    rp: { id: baseUrl.hostname, name: brand.name },
    user: { id: userHandle(person.id), name: person.email, displayName: person.name ?? person.email },
    pubKeyCredParams: algorithms.map((alg) => ({ type: "public-key", alg })),
    timeout: challengeSeconds * 1_000,
    attestation: "none",
    authenticatorSelection: {
      residentKey: "required",
      requireResidentKey: true,
      userVerification: "required",
    },
    excludeCredentials: existing.map(({ credentialId, transports }) => ({
      type: "public-key",
      id: credentialId,
      transports,
    })),
  };
}

/** What a browser is told that is asked for a passkey of this site. */
export function requestOptions(baseUrl: URL, challenge: string): RequestOptions {
  return {
    challenge,
    rpId: baseUrl.hostname,
    timeout: challengeSeconds * 1_000,
    userVerification: "required",
    allowCredentials: [],
  };
}

/** What is kept of a passkey that was just added. */
export type VerifiedPasskey = Pick<
  StoredPasskey,
  "credentialId" | "publicKey" | "counter" | "transports" | "isSynced"
>;

/** Checks a passkey that was just added. @returns undefined where anything about it is not as it should be */
export async function verifyNewPasskey(
  baseUrl: URL,
  challenge: string,
  credential: NewCredential,
): Promise<VerifiedPasskey | undefined> {
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  const { response } = credential;
  return await unlessRefused(async () => {
    if (!(await isPlain(response.attestationObject))) return undefined;
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...credential, response: { ...response, transports: [] }, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: baseUrl.origin,
      expectedRPID: baseUrl.hostname,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    });
    if (!registrationInfo) return undefined;
    return {
      credentialId: registrationInfo.credential.id,
      publicKey: registrationInfo.credential.publicKey,
      counter: registrationInfo.credential.counter,
      transports: response.transports ?? [],
      isSynced: registrationInfo.credentialBackedUp,
    };
  });
}

/** Checks an answer that a stored passkey gave. @returns what is new about it; undefined where the answer is not its own */
export async function verifyUse(
  baseUrl: URL,
  challenge: string,
  credential: UsedCredential,
  stored: StoredPasskey,
): Promise<Pick<StoredPasskey, "counter" | "isSynced"> | undefined> {
  if (credential.response.userHandle !== userHandle(stored.userId)) return undefined;
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  return await unlessRefused(async () => {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...credential, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: baseUrl.origin,
      expectedRPID: baseUrl.hostname,
      requireUserVerification: true,
      credential: { id: stored.credentialId, publicKey: stored.publicKey, counter: stored.counter },
    });
    if (!verified) return undefined;
    return { counter: authenticationInfo.newCounter, isSynced: authenticationInfo.credentialBackedUp };
  });
}

/** Who a passkey is for, as devices keep it: a person's id, which tells nothing. */
function userHandle(userId: string): string {
  return Buffer.from(userId.replaceAll("-", ""), "hex").toString("base64url");
}

/**
 * Whether a passkey comes without certificates of its maker. None are asked for; checking some that someone made up could
 * lead to addresses that they name.
 */
async function isPlain(attestation: string): Promise<boolean> {
  const { decodeAttestationObject } = await import("@simplewebauthn/server/helpers");
  const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(attestation, "base64url")));
  const format = decoded.get("fmt");
  return format === "none" || (format === "packed" && decoded.get("attStmt").get("x5c") === undefined);
}

/** The library throws where something is not as it should be, with reasons that only an attacker would learn from. */
async function unlessRefused<Result>(check: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await check();
  } catch {
    return undefined;
  }
}
