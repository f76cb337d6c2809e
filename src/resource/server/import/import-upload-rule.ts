import type { BodyRule } from "#server/http/request-rules.ts";
import { importLimits } from "../../csv/import-schema.ts";

/**
 * Lets requests to a path have a CSV file as their body. Slow connections get five minutes to send it.
 * @param path matches whole paths
 */
export function importUploadRule(path: RegExp): BodyRule {
  return {
    path,
    contentTypes: ["text/csv"],
    maxBytes: importLimits.bytes,
    timeoutMs: 5 * 60_000,
    isStreamed: true,
  };
}
