import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import S3rver from "s3rver";

/** "503" is an error response, "hang" no response, "drop" a closed connection. */
export type S3Mode = "ok" | "503" | "hang" | "drop";

export type S3TestServer = {
  /** For the S3_* settings. */
  settings: {
    endpoint: string;
    region: string;
    bucket: string;
    accessKeyId: string;
    secretAccessKey: string;
  };
  /** For example "PUT /files/files/a.avif", in order. */
  requests: string[];
  /** Sets the mode of the next requests; later ones succeed. */
  failNext(mode: S3Mode, count: number): void;
  close(): Promise<void>;
};

const credentials = { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" };
const region = "eu-test-1";
const bucket = "files";

/**
 * Starts an S3 server on a free port, with one bucket. s3rver doesn't verify signatures of version 4, so a proxy in front of
 * it verifies them, and the content's hash.
 */
export async function startS3Server(): Promise<S3TestServer> {
  const directory = await mkdtemp(join(tmpdir(), "flyleaf-s3-"));
  const inner = new S3rver({
    port: 0,
    address: "127.0.0.1",
    silent: true,
    directory,
    configureBuckets: [{ name: bucket, configs: [] }],
  });
  const { port: innerPort } = await inner.run();
  const requests: string[] = [];
  const nextModes: S3Mode[] = [];

  const proxy = createServer((req, res) => {
    requests.push(`${req.method} ${req.url}`);
    const mode = nextModes.shift() ?? "ok";
    if (mode === "hang") return;
    if (mode === "drop") return void req.socket.destroy();
    if (mode === "503") return sendError(res, 503, "SlowDown");
    void forward(req, res, innerPort);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const { port } = proxy.address() as AddressInfo;

  return {
    settings: { endpoint: `http://127.0.0.1:${port}`, region, bucket, ...credentials },
    requests,
    failNext: (mode, count) => void nextModes.push(...Array<S3Mode>(count).fill(mode)),
    async close() {
      proxy.closeAllConnections();
      await new Promise((resolve) => proxy.close(resolve));
      await inner.close();
      await rm(directory, { recursive: true });
    },
  };
}

async function forward(req: IncomingMessage, res: ServerResponse, port: number): Promise<void> {
  const body = await buffer(req);
  const errorCode = verifySignature(req, body);
  if (errorCode) return sendError(res, 403, errorCode);
  const { method, url: path, headers } = req;
  const forwarded = request({ host: "127.0.0.1", port, method, path, headers }, (response) => {
    res.writeHead(response.statusCode ?? 500, response.headers);
    response.pipe(res);
  });
  forwarded.on("error", () => res.destroy());
  forwarded.end(body);
}

function sendError(res: ServerResponse, status: number, code: string): void {
  res.writeHead(status, { "content-type": "application/xml" });
  res.end(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code></Error>`);
}

/** Returns S3's error code for an invalid signature of version 4 (AWS, "Signature Calculations for the Authorization Header"). */
function verifySignature(
  req: Pick<IncomingMessage, "method" | "url" | "headers">,
  body: Buffer,
): string | undefined {
  const { authorization = "", "x-amz-date": date = "", "x-amz-content-sha256": contentHash } = req.headers;
  const [, keyId, day, inRegion, signed = "", signature = ""] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=(\w{64})$/.exec(
      authorization,
    ) ?? [];
  if (!keyId || !day) return "AccessDenied";
  if (keyId !== credentials.accessKeyId) return "InvalidAccessKeyId";
  if (inRegion !== region) return "AuthorizationHeaderMalformed";
  if (contentHash !== "UNSIGNED-PAYLOAD" && contentHash !== sha256(body)) return "XAmzContentSHA256Mismatch";

  const names = signed.split(";");
  const mustBeSigned = Object.keys(req.headers).filter(
    (name) => name === "host" || name.startsWith("x-amz-"),
  );
  if (!mustBeSigned.every((name) => names.includes(name))) return "AccessDenied";
  const [path = "", query = ""] = (req.url ?? "").split("?");
  const canonical = [
    req.method,
    path,
    query
      .split("&")
      .map((part) => (part === "" || part.includes("=") ? part : `${part}=`))
      .sort((a, b) => (a < b ? -1 : 1))
      .join("&"),
    ...names.map((name) => `${name}:${String(req.headers[name]).trim()}`),
    "",
    signed,
    contentHash,
  ].join("\n");
  const scope = `${day}/${inRegion}/s3/aws4_request`;
  const toSign = ["AWS4-HMAC-SHA256", date, scope, sha256(canonical)].join("\n");
  const key = [day, inRegion, "s3", "aws4_request"].reduce<string | Buffer>(
    (previous, part) => hmac(previous, part),
    `AWS4${credentials.secretAccessKey}`,
  );
  const isRight = timingSafeEqual(hmac(key, toSign), Buffer.from(signature, "hex"));
  return isRight ? undefined : "SignatureDoesNotMatch";
}

function sha256(content: string | Buffer): string {
  return createHash("sha256").update(content).digest("hex");
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}
