import { connect } from "node:net";
import type { HttpRequest, Subject } from "./subject.ts";

/**
 * Sends a subject's requests on several connections, each after the response to the one before.
 * @returns the number of responses, and the time that they took
 * @throws if a response has another status than the subject's
 */
export async function load(
  origin: URL,
  { connect: createRequests, status = 200 }: Subject,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<{ responses: number; seconds: number }> {
  let responses = 0;
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1_000;
  const drive = () => {
    const next = createRequests();
    return new Promise<void>((resolve, reject) => {
      const socket = connect(Number(origin.port), "127.0.0.1");
      const send = () => socket.write(write(next(), origin.host));
      let response: Buffer | undefined;
      socket.setNoDelay();
      socket.on("connect", send);
      socket.on("error", reject);
      socket.on("close", () => reject(new Error("The server closed the connection")));
      socket.on("data", (chunk) => {
        response = response ? Buffer.concat([response, chunk]) : chunk;
        if (!response.subarray(0, 13).equals(Buffer.from(`HTTP/1.1 ${status} `)))
          return void socket.destroy(
            new Error(`Unexpected response: ${response.toString("utf8", 0, 2_000)}`),
          );
        if (!isComplete(response)) return;
        response = undefined;
        responses += 1;
        if (performance.now() < endsAt) return void send();
        resolve();
        socket.destroy();
      });
    });
  };
  await Promise.all(Array.from({ length: connections }, drive));
  return { responses, seconds: (performance.now() - startedAt) / 1_000 };
}

function write({ method = "GET", path, headers = {}, body }: HttpRequest, host: string): string {
  const text = body === undefined ? "" : JSON.stringify(body);
  const all = {
    host,
    ...headers,
    ...(body !== undefined && {
      "content-type": "application/json",
      "content-length": String(Buffer.byteLength(text)),
    }),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${text}`;
}

const lastChunk = Buffer.from("\r\n0\r\n\r\n");

/** Whether a response has arrived as a whole: by its Content-Length, or by its last chunk. */
function isComplete(response: Buffer): boolean {
  const headEnd = response.indexOf("\r\n\r\n");
  if (headEnd < 0) return false;
  const length = /^content-length: (\d+)/im.exec(response.toString("latin1", 0, headEnd))?.[1];
  if (length === undefined) return response.subarray(-lastChunk.length).equals(lastChunk);
  return response.length >= headEnd + 4 + Number(length);
}
