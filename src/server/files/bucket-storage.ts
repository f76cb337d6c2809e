import { createHash } from "node:crypto";
import { AwsClient } from "aws4fetch";
import type { Config } from "#server/config.ts";
import { databaseTime } from "#server/database/clock.ts";
import type { Log } from "#server/log.ts";
import { contentTypeOfName, type FileKind, type FileStorage } from "./storage.ts";
import { StartError } from "#server/start-error.ts";
import { UnavailableError } from "#server/unavailable.ts";

/** The longest text that a bucket responds with: a page of a list, in characters. */
const maxTextLength = 8_000_000;

/** `pageSize` is how many objects a response to a list has at most. */
const defaults = { timeoutMs: 25_000, firstRetryMs: 200, pageSize: 1000 };

/**
 * Storage in a bucket of any S3-compatible service, with path-style addresses, which all of them support. The bucket may
 * contain other objects.
 * @returns the storage of a kind of files
 * @throws StartError if the bucket rejects the settings; a bucket that can't be reached is only logged
 */
export async function openBucket(
  settings: NonNullable<Config["s3"]>,
  log: Pick<Log, "warn">,
  options: Partial<typeof defaults> = {},
): Promise<(kind: FileKind) => FileStorage> {
  const { timeoutMs, firstRetryMs, pageSize } = { ...defaults, ...options };
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = settings;
  const client = new AwsClient({
    accessKeyId,
    secretAccessKey,
    region,
    service: "s3",
    // After a response with a status of 429, 500 or more.
    retries: 2,
    initRetryMs: firstRetryMs,
  });
  const bucketUrl = `${endpoint.replace(/\/+$/, "")}/${bucket}`;
  await checkSettings();

  return (kind) => {
    const prefix = `${kind.folder}/`;
    const urlOf = (name: string) => `${bucketUrl}/${prefix}${name}`;
    return {
      async check() {
        const { status } = await fetchBucket("HEAD", bucketUrl);
        if (status >= 300) throw new Error(`The bucket's response to HEAD was ${status}`);
      },

      async put(name, bytes) {
        const headers = {
          "content-type": contentTypeOfName(kind, name),
          "x-amz-content-sha256": createHash("sha256").update(bytes).digest("hex"),
        };
        const response = await send("PUT", urlOf(name), { headers, body: bytes as Uint8Array<ArrayBuffer> });
        await response.body?.cancel();
      },

      async read(name) {
        if (!kind.contentTypeOf(name)) return undefined;
        const response = await send("GET", urlOf(name));
        const size = response.headers.get("content-length");
        // A wrong length would make a part of the file a browser's next response.
        const hasSize = size !== null && !response.headers.has("content-encoding");
        if (response.ok && response.body && hasSize) return { body: response.body, size: Number(size) };
        await response.body?.cancel();
        if (response.ok) throw new UnavailableError("The bucket's response doesn't say how long the file is");
        return undefined;
      },

      async remove(names) {
        for (const name of names) contentTypeOfName(kind, name);
        await Promise.all(
          names.map(async (name) => {
            const response = await send("DELETE", urlOf(name));
            await response.body?.cancel();
          }),
        );
      },

      async list() {
        const files = new Map<string, number>();
        let marker: string | undefined = "";
        while (marker !== undefined) {
          const query = new URLSearchParams({ prefix, marker, "max-keys": String(pageSize) });
          const response = await send("GET", `${bucketUrl}?${query}`);
          const page = await readText(response);
          const objects = page.match(/<Contents>.*?<\/Contents>/gs) ?? [];
          for (const object of objects) {
            const name = elementOf(object, "Key")?.slice(prefix.length) ?? "";
            if (kind.contentTypeOf(name))
              files.set(name, Date.parse(elementOf(object, "LastModified") ?? ""));
          }
          // A page is in the order of the keys.
          const isLast = elementOf(page, "IsTruncated") !== "true";
          marker = isLast ? undefined : elementOf(objects.at(-1) ?? "", "Key");
        }
        return files;
      },
    };
  };

  async function checkSettings(): Promise<void> {
    try {
      const { status } = await fetchBucket("HEAD", bucketUrl);
      if (status < 300 || status === 429 || status >= 500) return;
      throw new StartError(
        `The bucket that S3_BUCKET names can't be used (HEAD failed with ${status}): check the settings that begin with S3_.`,
      );
    } catch (error) {
      if (error instanceof StartError) throw error;
      log.warn({ err: error }, "The bucket can't be reached now");
    }
  }

  /** @throws Error for every response except success and 404; it contains neither key nor secret */
  async function send(method: string, url: string, init?: RequestInit): Promise<Response> {
    const response = await fetchBucket(method, url, init);
    if (response.ok || response.status === 404) return response;
    const isUnavailable = response.status === 429 || response.status >= 500;
    const message = `The bucket's response to ${method} was ${describeError(response.status, await readText(response))}`;
    throw isUnavailable ? new UnavailableError(message) : new Error(message);
  }

  async function fetchBucket(method: string, url: string, init?: RequestInit): Promise<Response> {
    const timeout = new AbortController();
    // Until the response begins: a reader of its body may be slow.
    const timer = setTimeout(() => timeout.abort(), timeoutMs);
    try {
      // A redirect would lead elsewhere with what is stored, and its signature would be wrong there.
      const options: RequestInit = { ...init, method, redirect: "manual", signal: timeout.signal };
      return await client.fetch(url, { ...options, aws: { datetime: signatureTime() } });
    } catch (cause) {
      throw new UnavailableError("The bucket can't be reached", { cause });
    } finally {
      clearTimeout(timer);
    }
  }

  /** @throws UnavailableError for a text that takes too long or is too long */
  async function readText({ body }: Response): Promise<string> {
    let text = "";
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      for await (const part of body?.pipeThrough(new TextDecoderStream(), { signal }) ?? []) {
        text += part;
        if (text.length > maxTextLength) throw new Error("It is too long");
      }
    } catch (cause) {
      throw new UnavailableError("The bucket's response can't be read", { cause });
    }
    return text;
  }
}

/** The text of an element of XML. Our names and the service's times contain nothing that XML escapes. */
function elementOf(xml: string, name: string): string | undefined {
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
}

/** Buckets reject signatures of a clock that differs from theirs by 15 minutes, as this process's may. */
function signatureTime(): string {
  return databaseTime()
    .toISOString()
    .replaceAll(/[:-]|\.\d+/g, "");
}

function describeError(status: number, text: string): string {
  const code = /<Code>(\w{1,60})<\/Code>/.exec(text)?.[1];
  return code ? `${status} (${code})` : String(status);
}
