import { z } from "zod";
import { askingErrors } from "../codes/contract-errors.ts";

/*
 * Passkeys as they travel: WebAuthn's own JSON (`toJSON` and `parse…OptionsFromJSON` in browsers), as far as it is used.
 */

/** How many passkeys a person may have. */
export const passkeyLimit = 10;

const bytes = (limit: number) => z.base64url().max(Math.ceil((limit * 4) / 3));

/** The longest that WebAuthn allows. */
const credentialId = bytes(1_023).min(1);

/** What a browser answers that was asked to add a passkey. */
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

/** What a browser answers that was asked for a passkey. */
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

/** What a browser is told that is to add a passkey. */
export const creationOptionsSchema = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal("public-key"), alg: z.int() })),
  timeout: z.int(),
  attestation: z.literal("none"),
  authenticatorSelection: z.object({
    residentKey: z.literal("required"),
    requireResidentKey: z.literal(true),
    userVerification: z.literal("required"),
  }),
  excludeCredentials: z.array(
    z.object({ type: z.literal("public-key"), id: z.string(), transports: z.array(z.string()) }),
  ),
});

export type NewCredential = z.infer<typeof newCredentialSchema>;
export type UsedCredential = z.infer<typeof usedCredentialSchema>;
export type CreationOptions = z.infer<typeof creationOptionsSchema>;

/** What a browser is told that is asked for a passkey: none is named, so that nothing tells of any account. */
export type RequestOptions = {
  challenge: string;
  rpId: string;
  timeout: number;
  userVerification: "required";
  allowCredentials: [];
};

/** How an operation that adds a passkey may refuse, for its contract. */
export const addingErrors = {
  ...askingErrors,
  CHALLENGE_NOT_FOUND: { status: 400, message: "This took too long or was already used: begin again" },
  FAILED_TO_VERIFY_REGISTRATION: { status: 400, message: "The passkey could not be verified" },
} as const;
