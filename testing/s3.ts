import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { AwsV4Signer } from "aws4fetch";
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
  const directory = await mkdtemp(join(tmpdir(), "app-s3-"));
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
  if (!(await isSigned(req, body))) return sendError(res, 403, "SignatureDoesNotMatch");
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

/** Whether a request has the signature that these credentials give it, and content that fits its hash. */
async function isSigned({ method, url, headers }: IncomingMessage, body: Buffer): Promise<boolean> {
  const {
    authorization = "",
    host,
    "x-amz-date": datetime = "",
    "x-amz-content-sha256": hash = "",
  } = headers;
  const names = /SignedHeaders=([^,]+)/.exec(authorization)?.[1]?.split(";") ?? [];
  const signed = names.filter((name) => name !== "host").map((name) => [name, String(headers[name])]);
  const signer = new AwsV4Signer({
    ...credentials,
    method,
    url: `http://${host}${url}`,
    headers: Object.fromEntries(signed) as Record<string, string>,
    region,
    service: "s3",
    datetime: String(datetime),
  });
  const expected = (await signer.sign()).headers.get("authorization");
  const hashes = ["UNSIGNED-PAYLOAD", createHash("sha256").update(body).digest("hex")];
  return authorization === expected && hashes.includes(String(hash));
}
