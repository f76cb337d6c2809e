import { generateKeyPairSync, sign } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { createServer } from "node:tls";

/** A proxy that ends TLS with a certificate of its own. */
export type TlsProxy = { url: string; close(): void };

/** Starts a proxy for the server that listens, or will listen, on a port. */
export async function startTlsProxy(targetPort: number): Promise<TlsProxy> {
  const server = createServer(createCertificate(), (socket) => {
    const target = connect(targetPort, "localhost");
    socket.on("error", () => target.destroy());
    target.on("error", () => socket.destroy());
    socket.pipe(target).pipe(socket);
  });
  server.listen(0);
  await once(server, "listening");
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    close: () => void server.close(),
  };
}

/** A self-signed certificate for localhost (RFC 5280), which browsers don't trust. */
export function createCertificate(): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const sequence = (...parts: Buffer[]) => der(0x30, ...parts);
  const oid = (hex: string) => der(0x06, Buffer.from(hex, "hex"));
  const text = (tag: number, value: string) => der(tag, Buffer.from(value));
  const ecdsaWithSha256 = sequence(oid("2a8648ce3d040302"));
  const localhost = sequence(der(0x31, sequence(oid("550403"), text(0x0c, "localhost"))));
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    localhost,
    sequence(text(0x17, "250101000000Z"), text(0x17, "491231235959Z")),
    localhost,
    publicKey.export({ type: "spki", format: "der" }),
  );
  const signature = Buffer.concat([Buffer.from([0]), sign("sha256", content, privateKey)]);
  const certificate = sequence(content, ecdsaWithSha256, der(0x03, signature)).toString("base64");
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate}\n-----END CERTIFICATE-----\n`,
  };
}

/** A value in the Distinguished Encoding Rules (ITU-T X.690), of at most 65,535 bytes. The length has no more bytes than it needs. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const value = Buffer.concat(parts);
  const { length } = value;
  const bytes = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...bytes]), value]);
}
