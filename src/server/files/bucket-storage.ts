import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { AwsClient } from "aws4fetch";
import type { Config } from "#server/config.ts";
import type { Log } from "#server/log.ts";
import { contentTypeOfName, parseFileName } from "./names.ts";
import type { FileStorage } from "./storage.ts";
import { StartError } from "#server/start-error.ts";

/** Of our keys: the bucket may contain other objects. */
const prefix = "files/";
const maxAttempts = 3;
const defaults = {
  /** All attempts together, with their delays, end within 25 s. */
  attemptTimeoutMs: 7_000,
  firstRetryMs: 200,
  /** Keys in one response; S3's maximum. */
  keysPerPage: 1_000,
};

/** An error of the bucket or the connection; contains neither key nor secret. */
class StorageError extends Error {
  override name = "StorageError";
  /** Whether a retry would fail, too. */
  readonly isPermanent: boolean;

  constructor(message: string, { isPermanent }: { isPermanent: boolean }) {
    super(message);
    this.isPermanent = isPermanent;
  }
}

/**
 * Storage in a bucket of any S3-compatible service, with path-style addresses, which all of them support.
 * @throws StartError if the bucket rejects the settings; a bucket that can't be reached is only logged
 */
export async function openBucket(
  settings: NonNullable<Config["s3"]>,
  log: Pick<Log, "warn">,
  { attemptTimeoutMs, firstRetryMs, keysPerPage } = defaults,
): Promise<FileStorage> {
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = settings;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3", retries: 0 });
  const bucketUrl = `${endpoint.replace(/\/+$/, "")}/${bucket}`;
  const urlOf = (name: string) => `${bucketUrl}/${prefix}${name}`;
  await checkBucket();

  return {
    async put(name, bytes) {
      const headers = {
        "content-type": contentTypeOfName(name),
        "x-amz-content-sha256": createHash("sha256").update(bytes).digest("hex"),
      };
      const response = await send("PUT", urlOf(name), { headers, body: bytes as Uint8Array<ArrayBuffer> });
      await response.body?.cancel();
    },

    async read(name) {
      if (!parseFileName(name)) return undefined;
      const response = await send("GET", urlOf(name));
      const size = Number(response.headers.get("content-length"));
      if (response.ok && response.body) return { body: response.body, size };
      await response.body?.cancel();
      return undefined;
    },

    async remove(names) {
      for (const name of names) contentTypeOfName(name);
      await Promise.all(
        names.map(async (name) => {
          const response = await send("DELETE", urlOf(name));
          await response.body?.cancel();
        }),
      );
    },

    async *list() {
      let after: string | undefined = "";
      while (after !== undefined) {
        const { keys, isLast } = await listKeys(after);
        for (const key of keys) {
          const name = key.slice(prefix.length);
          if (parseFileName(name)) yield name;
        }
        after = isLast ? undefined : keys.at(-1);
      }
    },
  };

  async function checkBucket(): Promise<void> {
    try {
      const { status } = await send("HEAD", bucketUrl);
      if (status === 404) throw new StorageError("HEAD failed with 404", { isPermanent: true });
    } catch (error) {
      if (!(error instanceof StorageError && error.isPermanent)) {
        log.warn({ err: error }, "The bucket for uploaded files can't be reached now");
        return;
      }
      throw new StartError(
        `The bucket that S3_BUCKET names can't be used (${error.message}): check the settings that begin with S3_.`,
      );
    }
  }

  /** The keys that follow one, sorted. Version 1 of ListObjects is enough. */
  async function listKeys(after: string): Promise<{ keys: string[]; isLast: boolean }> {
    const query = new URLSearchParams({ "encoding-type": "url", "max-keys": String(keysPerPage), prefix });
    if (after) query.set("marker", after);
    const text = await (await send("GET", `${bucketUrl}?${query}`)).text();
    const keys = [...text.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = ""]) =>
      decodeURIComponent(key.replaceAll("+", " ")),
    );
    return { keys, isLast: !/<IsTruncated>true</.test(text) };
  }

  /**
   * Sends a request, and retries temporary failures.
   * @throws StorageError for every response except success and 404
   */
  async function send(method: string, url: string, init: RequestInit = {}): Promise<Response> {
    for (let attempt = 1; ; attempt++) {
      const response = await sendOnce(method, url, init);
      if (typeof response !== "string" && (response.ok || response.status === 404)) return response;
      const problem = typeof response === "string" ? response : await describeError(response);
      const isPermanent = typeof response !== "string" && response.status < 500 && response.status !== 429;
      if (isPermanent || attempt === maxAttempts) {
        throw new StorageError(`${method} failed with ${problem}`, { isPermanent });
      }
      await sleep(firstRetryMs * 2 ** (attempt - 1));
    }
  }

  /** The response, or why there was none. */
  async function sendOnce(method: string, url: string, init: RequestInit): Promise<Response | string> {
    const timeout = new AbortController();
    // Until the response begins: a reader of its body may be slow.
    const timer = setTimeout(() => timeout.abort(), attemptTimeoutMs);
    try {
      return await client.fetch(url, { ...init, method, signal: timeout.signal });
    } catch (error) {
      if (timeout.signal.aborted) return `no response within ${attemptTimeoutMs} ms`;
      const { cause } = error as { cause?: NodeJS.ErrnoException };
      return `no response (${cause?.code ?? cause?.message ?? String(error)})`;
    } finally {
      clearTimeout(timer);
    }
  }
}

async function describeError(response: Response): Promise<string> {
  const code = /<Code>(\w{1,60})<\/Code>/.exec(await response.text())?.[1];
  return code ? `${response.status} (${code})` : String(response.status);
}
