import { cookieName, readCookie, siteCookie } from "#lib/cookies.ts";
import type { Database } from "#server/database/connect.ts";
import { lastPosition, maxLagSeconds, type Position } from "#server/database/replicas/replicas.ts";
import type { Services } from "#server/services.ts";
import { mayWrite } from "../may-write.server.ts";

type Reader = {
  sessionId: string;
  key?: object; // optional: api-keys
};

/** Where a request reads, so that no one misses what they have written (docs/decisions/0067-replicas.md). */
export type Reads = {
  /** A replica that has everything that this browser has written; undefined if the primary must be read. */
  findReplica(caller: Reader | null): Database | undefined;
  /**
   * From now on, the browser reads what has been written at the response.
   * @param o.isUnfinished if the response's body is sent while it is being written
   */
  markWrite(o?: { isUnfinished: boolean }): void;
  /** The Set-Cookie header with the position after the request's writes, if there were any. */
  cookie(): Promise<string | undefined>;
};

/** No replica that is read from is further behind. */
const cookieSeconds = maxLagSeconds + 10;

/** Longer than writing takes after the response has begun. */
const unfinishedSeconds = 600;

export function createReads(
  request: Request,
  {
    services: { config, replicas },
    clientAddress,
  }: { services: Pick<Services, "config" | "replicas">; clientAddress: string },
): Reads {
  const name = cookieName(config.baseUrl, "position");
  const given = readPosition(request, name);
  let write: "finished" | "unfinished" | undefined = mayWrite(request) ? "finished" : undefined;

  return {
    findReplica(caller) {
      if (write) return undefined;
      if (caller?.key) return undefined; // Programs keep no cookies. // optional: api-keys
      return replicas?.choose({ position: given, key: caller?.sessionId ?? clientAddress });
    },
    markWrite({ isUnfinished } = { isUnfinished: false }) {
      if (write !== "unfinished") write = isUnfinished ? "unfinished" : "finished";
    },
    async cookie() {
      if (!replicas || !write) return undefined;
      // If the primary fails now, only it can have what was written.
      const position =
        write === "unfinished" ? lastPosition : await replicas.readPosition().catch(() => lastPosition);
      if (position <= given) return undefined;
      return siteCookie(config.baseUrl, {
        name,
        value: String(position),
        maxAgeSeconds: write === "unfinished" ? unfinishedSeconds : cookieSeconds,
        isHttpOnly: true,
      });
    },
  };
}

/** The position in the browser's cookie. A forged one only leads its owner to the primary, or to older data. */
function readPosition({ headers }: Request, name: string): Position {
  const value = readCookie(headers.get("cookie"), name) ?? "";
  return /^\d{1,20}$/.test(value) ? BigInt(value) : 0n;
}
