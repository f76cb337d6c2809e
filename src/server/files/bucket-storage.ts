import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { AwsClient } from "aws4fetch";
import type { Config } from "#server/config.ts";
import type { Log } from "#server/log.ts";
import { contentTypeOfName, parseFileName } from "./names.ts";
import type { FileStorage } from "./storage.ts";

/** Before which of a bucket's keys: it may hold other things as well. */
const prefix = "files/";
const attempts = 3;
const usual = {
  /** Milliseconds. Together with the pauses between them, all attempts end within 25 s. */
  attemptTimeout: 7_000,
  firstPause: 200,
  /** Keys that are listed at once: S3 gives no more. */
  keysAtOnce: 1_000,
};

/** Why the bucket can't be used, as a sentence for a person. */
class StorageUnusableError extends Error {
  override name = "StorageUnusableError";
  readonly forPeople = true;
}

/** A bucket that failed, or that can't be reached. Neither key nor secret stands in it. */
class StorageError extends Error {
  override name = "StorageError";
  /** Whether asking again later would change nothing. */
  readonly isRefusal: boolean;

  constructor(message: string, { isRefusal }: { isRefusal: boolean }) {
    super(message);
    this.isRefusal = isRefusal;
  }
}

/**
 * Storage in a bucket of anything that speaks S3, addressed by path, which all of them understand.
 * @throws StorageUnusableError where the bucket refuses what the settings say. One that can't be reached now may be
 * later: that is logged.
 */
export async function openBucket(
  settings: NonNullable<Config["s3"]>,
  log: Pick<Log, "warn">,
  { attemptTimeout, firstPause, keysAtOnce } = usual,
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
      const answer = await ask("PUT", urlOf(name), { headers, body: bytes as Uint8Array<ArrayBuffer> });
      await answer.body?.cancel();
    },

    async read(name) {
      if (!parseFileName(name)) return undefined;
      const answer = await ask("GET", urlOf(name));
      const size = Number(answer.headers.get("content-length"));
      if (answer.ok && answer.body) return { body: answer.body, size };
      await answer.body?.cancel();
      return undefined;
    },

    async remove(names) {
      for (const name of names) contentTypeOfName(name);
      await Promise.all(
        names.map(async (name) => {
          const answer = await ask("DELETE", urlOf(name));
          await answer.body?.cancel();
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
      const { status } = await ask("HEAD", bucketUrl);
      if (status === 404) throw new StorageError("HEAD was answered by 404", { isRefusal: true });
    } catch (error) {
      if (!(error instanceof StorageError && error.isRefusal)) {
        log.warn({ err: error }, "The bucket for uploaded files can't be reached now");
        return;
      }
      throw new StorageUnusableError(
        `The bucket that S3_BUCKET names can't be used (${error.message}): check the settings that begin with S3_.`,
      );
    }
  }

  /** The next keys behind one, in their order. S3's second way of listing would add a token, and nothing we need. */
  async function listKeys(after: string): Promise<{ keys: string[]; isLast: boolean }> {
    const query = new URLSearchParams({ "encoding-type": "url", "max-keys": String(keysAtOnce), prefix });
    if (after) query.set("marker", after);
    const text = await (await ask("GET", `${bucketUrl}?${query}`)).text();
    const keys = [...text.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = ""]) =>
      decodeURIComponent(key.replaceAll("+", " ")),
    );
    return { keys, isLast: !/<IsTruncated>true</.test(text) };
  }

  /**
   * Asks until there is an answer that asking again would not better.
   * @throws StorageError for every answer but success and 404.
   */
  async function ask(method: string, url: string, init: RequestInit = {}): Promise<Response> {
    for (let attempt = 1; ; attempt++) {
      const answer = await askOnce(method, url, init);
      if (typeof answer !== "string" && (answer.ok || answer.status === 404)) return answer;
      const problem = typeof answer === "string" ? answer : await problemOf(answer);
      const isRefusal = typeof answer !== "string" && answer.status < 500 && answer.status !== 429;
      if (isRefusal || attempt === attempts) {
        throw new StorageError(`${method} was answered by ${problem}`, { isRefusal });
      }
      await sleep(firstPause * 2 ** (attempt - 1));
    }
  }

  /** The answer, or why there was none. */
  async function askOnce(method: string, url: string, init: RequestInit): Promise<Response | string> {
    const late = new AbortController();
    // Only the answer's beginning is waited for: a reader of the rest may be slow.
    const timer = setTimeout(() => late.abort(), attemptTimeout);
    try {
      return await client.fetch(url, { ...init, method, signal: late.signal });
    } catch (error) {
      if (late.signal.aborted) return `nothing within ${attemptTimeout} ms`;
      const { cause } = error as { cause?: NodeJS.ErrnoException };
      return `nothing (${cause?.code ?? cause?.message ?? String(error)})`;
    } finally {
      clearTimeout(timer);
    }
  }
}

async function problemOf(response: Response): Promise<string> {
  const code = /<Code>(\w{1,60})<\/Code>/.exec(await response.text())?.[1];
  return code ? `${response.status} (${code})` : String(response.status);
}
