import { z } from "zod";
import { clientNetwork } from "#server/limits/client-network.ts";
import type { Log } from "#server/log.ts";
import type { FetchHandler } from "./fetch-handler.ts";
import type { HttpError } from "./http-context.ts";
import type { BodyRule } from "./request-rules.ts";
import { policyReportPath } from "./security-headers.ts";

/** Browsers send a violation alone (report-uri) or several together (report-to). */
export const policyReportRule: BodyRule = {
  path: new RegExp(`^${policyReportPath}$`),
  contentTypes: ["application/csp-report", "application/reports+json"],
  maxBytes: 32 * 1024,
  timeoutMs: 5_000,
};

/** In place of `originError`: browsers send reports without Origin, and nothing that other sites send changes anything. */
export function reportMethodError(method: string | undefined): HttpError | undefined {
  if (method === "POST") return undefined;
  return { status: 405, message: "Use POST.", headers: { allow: "POST" } };
}

/** In a minute, and the violations in one report, of which 32 KiB would contain a thousand. */
const limits = { perClient: 30, clients: 1_000, logged: 20, perReport: 20 };

export type PolicyReports = {
  handler: FetchHandler;
  /** For /ready: the number of violations since the start, if there were any. */
  details(): { policyViolations?: string };
};

/**
 * Counts the violations of the Content-Security-Policy that browsers report, and logs some of them. Anyone can send
 * reports, so nothing of them is stored, and what is logged has a fixed form and length.
 */
export function createPolicyReports({
  log,
  now = () => performance.now(),
}: {
  log: Log;
  now?: () => number;
}): PolicyReports {
  let violationCount = 0;
  let minuteEndsAt = 0;
  let loggedCount = 0;
  const requestCounts = new Map<string, number>();

  const isAllowed = (client: string) => {
    if (now() >= minuteEndsAt) {
      minuteEndsAt = now() + 60_000;
      loggedCount = 0;
      requestCounts.clear();
    }
    const count = (requestCounts.get(client) ?? 0) + 1;
    if (count > limits.perClient || (count === 1 && requestCounts.size >= limits.clients)) return false;
    requestCounts.set(client, count);
    return true;
  };

  return {
    handler: {
      async fetch(request, { clientAddress }) {
        const violations = isAllowed(clientNetwork(clientAddress))
          ? readViolations(await request.text())
          : [];
        violationCount += violations.length;
        for (const violation of violations) {
          loggedCount += 1;
          if (loggedCount <= limits.logged)
            log.warn(violation, "A page violated the Content-Security-Policy");
        }
        return new Response(null, { status: 204 });
      },
    },
    details: () => (violationCount === 0 ? {} : { policyViolations: String(violationCount) }),
  };
}

/** A report with one violation (report-uri), or with several (report-to). */
export const policyReportSchema = z.union([
  z.object({
    "csp-report": z.object({
      "effective-directive": z.string().optional(),
      "blocked-uri": z.string().optional(),
    }),
  }),
  z.array(
    z.object({
      body: z.object({ effectiveDirective: z.string().optional(), blockedURL: z.string().optional() }),
    }),
  ),
]);

/** The first violations in a report, as far as they are logged; none if a browser wouldn't have sent it. */
function readViolations(text: string) {
  const sent = parseJson(text);
  const first: unknown = Array.isArray(sent) ? sent.slice(0, limits.perReport) : sent;
  const report = policyReportSchema.safeParse(first).data ?? [];
  return Array.isArray(report)
    ? report.flatMap(({ body }) =>
        body.effectiveDirective === undefined ? [] : toViolation(body.effectiveDirective, body.blockedURL),
      )
    : [toViolation(report["csp-report"]["effective-directive"], report["csp-report"]["blocked-uri"])];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Keeps the directive's name, and the keyword or host of what was blocked: a path may contain secrets. */
function toViolation(directive = "", blocked = "") {
  const { protocol, host } = URL.parse(blocked) ?? { protocol: "", host: "" };
  return {
    directive: /^[a-z-]{1,40}/.exec(directive)?.[0] ?? "unknown",
    blocked: /^[a-z-]{1,40}$/.test(blocked) ? blocked : (host || protocol || "unknown").slice(0, 253),
  };
}
