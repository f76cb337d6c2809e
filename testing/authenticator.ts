import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from "node:crypto";
import type { CreationOptions, NewCredential, UsedCredential } from "#features/auth/passkeys/schema.ts";

/** Deviations of a device and its browser from the specification. */
export type Deviation = {
  origin?: string;
  rpId?: string;
  /** The owner did not unlock the device. */
  isUnverified?: boolean;
  /** The counter, if it is not one more than before. */
  counter?: number;
  userHandle?: string;
  crossOrigin?: boolean;
  type?: string;
  /** Signs with another key. */
  isForged?: boolean;
  /** The format of the attestation statement, and its certificates. */
  format?: string;
  certificates?: Uint8Array[];
};

/**
 * A passkey authenticator as specified by WebAuthn level 3, sections 6 and 7, with a key on P-256 and a counter. Its
 * methods take deviations from the specification.
 */
export function createAuthenticator(origin = "http://localhost:3000") {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const id = randomBytes(32);
  let count = 0;
  let ownHandle = "";

  const clientData = (type: string, challenge: string, deviation: Deviation) =>
    Buffer.from(
      JSON.stringify({
        type: deviation.type ?? type,
        challenge,
        origin: deviation.origin ?? origin,
        crossOrigin: deviation.crossOrigin ?? false,
      }),
    );

  function authenticatorData(rpId: string, deviation: Deviation, isNew: boolean) {
    const flags = 0b1 | (deviation.isUnverified ? 0 : 0b100) | (isNew ? 0b100_0000 : 0);
    const head = Buffer.alloc(37);
    sha256(Buffer.from(deviation.rpId ?? rpId)).copy(head);
    head[32] = flags;
    head.writeUInt32BE(deviation.counter ?? ++count, 33);
    if (!isNew) return head;
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    return Buffer.concat([head, Buffer.alloc(16), length, id, coseKey(publicKey)]);
  }

  return {
    id: id.toString("base64url"),

    /** Creates a passkey. */
    create({ challenge, rp, user }: CreationOptions, deviation: Deviation = {}): NewCredential {
      ownHandle = user.id;
      const data = authenticatorData(rp.id ?? "", deviation, true);
      const statement = deviation.certificates
        ? cborMap([
            [cborText("alg"), cborInteger(-7)],
            [cborText("sig"), cborBytes(randomBytes(70))],
            [cborText("x5c"), cborArray(deviation.certificates.map(cborBytes))],
          ])
        : cborMap([]);
      const attestation = cborMap([
        [cborText("fmt"), cborText(deviation.format ?? "none")],
        [cborText("attStmt"), statement],
        [cborText("authData"), cborBytes(data)],
      ]);
      return {
        id: id.toString("base64url"),
        rawId: id.toString("base64url"),
        type: "public-key",
        response: {
          clientDataJSON: clientData("webauthn.create", challenge, deviation).toString("base64url"),
          attestationObject: attestation.toString("base64url"),
          transports: ["internal"],
        },
      };
    },

    /** Signs in with the passkey. */
    get({ challenge, rpId }: { challenge: string; rpId: string }, deviation: Deviation = {}): UsedCredential {
      const data = authenticatorData(rpId, deviation, false);
      const client = clientData("webauthn.get", challenge, deviation);
      const key = deviation.isForged
        ? generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey
        : privateKey;
      const signature = createSign("sha256")
        .update(Buffer.concat([data, sha256(client)]))
        .sign(key);
      return {
        id: id.toString("base64url"),
        rawId: id.toString("base64url"),
        type: "public-key",
        response: {
          clientDataJSON: client.toString("base64url"),
          authenticatorData: data.toString("base64url"),
          signature: signature.toString("base64url"),
          userHandle: deviation.userHandle ?? ownHandle,
        },
      };
    },
  };
}

export type Authenticator = ReturnType<typeof createAuthenticator>;

function sha256(bytes: Buffer): Buffer {
  return createHash("sha256").update(bytes).digest();
}

/** A public key as COSE has it (RFC 9053, section 7.1.1). */
function coseKey(key: KeyObject): Buffer {
  const { x = "", y = "" } = key.export({ format: "jwk" });
  return cborMap([
    [cborInteger(1), cborInteger(2)],
    [cborInteger(3), cborInteger(-7)],
    [cborInteger(-1), cborInteger(1)],
    [cborInteger(-2), cborBytes(Buffer.from(x, "base64url"))],
    [cborInteger(-3), cborBytes(Buffer.from(y, "base64url"))],
  ]);
}

/* The parts of CBOR (RFC 8949) that WebAuthn uses. */

function cborHead(type: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(type << 5) | value]);
  if (value < 256) return Buffer.from([(type << 5) | 24, value]);
  return Buffer.from([(type << 5) | 25, value >> 8, value & 255]);
}

const cborInteger = (value: number) => (value < 0 ? cborHead(1, -1 - value) : cborHead(0, value));
const cborBytes = (bytes: Uint8Array) => Buffer.concat([cborHead(2, bytes.length), bytes]);
const cborText = (text: string) => Buffer.concat([cborHead(3, text.length), Buffer.from(text)]);
const cborArray = (items: Buffer[]) => Buffer.concat([cborHead(4, items.length), ...items]);
const cborMap = (entries: [Buffer, Buffer][]) =>
  Buffer.concat([cborHead(5, entries.length), ...entries.flat()]);
