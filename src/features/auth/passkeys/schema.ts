import { z } from "zod";

/** The maximum number of passkeys for a user. */
export const passkeyLimit = 20;

/** A passkey that a user has added. */
export const passkeySchema = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Whether the user's other devices have it too; as of its last use. */
  isSynced: z.boolean(),
  createdAt: z.date(),
  lastUsedAt: z.date().nullable(),
});

export const passkeysSchema = z.array(passkeySchema).max(passkeyLimit);

export type Passkey = z.infer<typeof passkeySchema>;

/*
 * WebAuthn's own JSON (`toJSON` and `parse…OptionsFromJSON` in browsers), as far as we use it.
 */

const bytes = (limit: number) => z.base64url().max(Math.ceil((limit * 4) / 3));

/** The longest that WebAuthn allows. */
const credentialId = bytes(1_023).min(1);

/** The browser's response when it has created a passkey. */
export const newCredentialSchema = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal("public-key"),
  response: z.object({
    clientDataJSON: bytes(4_000),
    attestationObject: bytes(12_000),
    transports: z.array(z.string().max(32)).max(10).optional(),
  }),
});

/** The browser's response when the user has signed in with a passkey. */
export const usedCredentialSchema = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal("public-key"),
  response: z.object({
    clientDataJSON: bytes(4_000),
    authenticatorData: bytes(4_000),
    signature: bytes(4_000),
    userHandle: bytes(64),
  }),
});

export type NewCredential = z.infer<typeof newCredentialSchema>;
export type UsedCredential = z.infer<typeof usedCredentialSchema>;

/** WebAuthn's options, of which the description of the operations names only the first. */
const webAuthnOptions = <Options>() =>
  z.looseObject({ challenge: z.string() }) as unknown as z.ZodType<Options>;

/** Options for a browser to create a passkey. */
export type CreationOptions = PublicKeyCredentialCreationOptionsJSON;
export const creationOptionsSchema = webAuthnOptions<CreationOptions>();

/** Options for a browser to use a passkey. Those for signing in allow any, so they reveal no account. */
export type RequestOptions = PublicKeyCredentialRequestOptionsJSON &
  Required<Pick<PublicKeyCredentialRequestOptionsJSON, "rpId" | "allowCredentials">>;
export const requestOptionsSchema = webAuthnOptions<RequestOptions>();
