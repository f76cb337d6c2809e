import { brand } from "#brand/brand.ts";
import { challengeSeconds } from "../../limits.ts";
import type { passkey } from "../../table.ts";
import type { CreationOptions, NewCredential, RequestOptions, UsedCredential } from "../schema.ts";

/*
 * WebAuthn as this product uses it: passkeys that identify the user, require user verification each time, and work for
 * this origin only. @simplewebauthn/server verifies them; it is loaded with the first passkey.
 */

type StoredPasskey = typeof passkey.$inferSelect;

/** EdDSA, ECDSA with P-256, RSA (the IANA registry of COSE algorithms). */
const algorithms = [-8, -7, -257];

/** The options for a browser to create a user's passkey. */
export function creationOptions(
  baseUrl: URL,
  challenge: string,
  user: { id: string; email: string; name: string | null },
  existing: readonly Pick<StoredPasskey, "credentialId" | "transports">[],
): CreationOptions {
  return {
    challenge,
    rp: { id: baseUrl.hostname, name: brand.name },
    user: { id: userHandle(user.id), name: user.email, displayName: user.name ?? user.email },
    pubKeyCredParams: algorithms.map((alg) => ({ type: "public-key", alg })),
    timeout: challengeSeconds * 1_000,
    attestation: "none",
    authenticatorSelection: {
      residentKey: "required",
      requireResidentKey: true,
      userVerification: "required",
    },
    excludeCredentials: existing.map(toDescriptor),
  };
}

/** The options for a browser to use one of these passkeys; by default any passkey of this site. */
export function requestOptions(
  baseUrl: URL,
  challenge: string,
  allowed: readonly Pick<StoredPasskey, "credentialId" | "transports">[] = [],
): RequestOptions {
  return {
    challenge,
    rpId: baseUrl.hostname,
    timeout: challengeSeconds * 1_000,
    userVerification: "required",
    allowCredentials: allowed.map(toDescriptor),
  };
}

/** The part of a new passkey that is stored. */
export type VerifiedPasskey = Pick<
  StoredPasskey,
  "credentialId" | "publicKey" | "counter" | "transports" | "isSynced"
>;

/** Verifies a new passkey. @returns undefined if it is invalid */
export async function verifyNewPasskey(
  baseUrl: URL,
  challenge: string,
  credential: NewCredential,
): Promise<VerifiedPasskey | undefined> {
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  const { response } = credential;
  return await undefinedIfInvalid(async () => {
    if (!(await hasNoCertificates(response.attestationObject))) return undefined;
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

/** Verifies that a credential was made with a stored passkey. @returns what changed about it; undefined if it wasn't */
export async function verifyUse(
  baseUrl: URL,
  challenge: string,
  credential: UsedCredential,
  stored: StoredPasskey,
): Promise<Pick<StoredPasskey, "counter" | "isSynced"> | undefined> {
  if (credential.response.userHandle !== userHandle(stored.userId)) return undefined;
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  return await undefinedIfInvalid(async () => {
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

function toDescriptor({ credentialId, transports }: Pick<StoredPasskey, "credentialId" | "transports">) {
  return { type: "public-key" as const, id: credentialId, transports };
}

/** The user as devices store them with a passkey: their id, which reveals nothing. */
function userHandle(userId: string): string {
  return Buffer.from(userId.replaceAll("-", ""), "hex").toString("base64url");
}

/** Whether a passkey has no certificates of its manufacturer. Verifying forged ones could request URLs that they name. */
async function hasNoCertificates(attestation: string): Promise<boolean> {
  const { decodeAttestationObject } = await import("@simplewebauthn/server/helpers");
  const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(attestation, "base64url")));
  const format = decoded.get("fmt");
  return format === "none" || (format === "packed" && decoded.get("attStmt").get("x5c") === undefined);
}

/** The library throws when something is invalid; its reasons would only help an attacker. */
async function undefinedIfInvalid<Result>(check: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await check();
  } catch {
    return undefined;
  }
}
