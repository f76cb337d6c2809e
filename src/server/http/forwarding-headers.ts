import type { IncomingMessage } from "node:http";
import type { Log } from "#server/log.ts";
import { isForwarded } from "./this-machine.ts";
import { normalizeAddress, type TrustedProxies } from "./trusted-proxies.ts";

/** Notices a proxy that TRUSTED_PROXIES doesn't name: every client would share the limits of its address. */
export type ForwardingCheck = {
  /** Logs the first request with forwarding headers from an address that is not trusted. */
  check(req: IncomingMessage): void;
  /** For /ready: empty unless there was such a request. */
  details(): { proxies?: string };
};

export function createForwardingCheck({
  proxies,
  log,
}: {
  proxies: TrustedProxies;
  log: Log;
}): ForwardingCheck {
  let hasFound = false;
  return {
    check(req) {
      const { socket } = req;
      if (hasFound || !isForwarded(req) || proxies.isTrusted(socket.remoteAddress)) return;
      hasFound = true;
      log.warn(
        { peer: normalizeAddress(socket.remoteAddress ?? "") },
        "A request has forwarding headers, which are ignored: if the peer is your proxy, add it to TRUSTED_PROXIES",
      );
    },
    details: () =>
      hasFound ? { proxies: "forwarding headers from an address that is not in TRUSTED_PROXIES" } : {},
  };
}
