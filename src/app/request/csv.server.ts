import type { ServerFeature } from "#features/feature.server.ts";
import { handleAsOperation, type Handled, type Handler } from "#rpc/handle-as-operation.server.ts";
import { errorResponse } from "#server/http/error-response.ts";
import { serverFeatures } from "../features.server.ts";

/** Creates a route handler for `/api/$feature/…`: 404 if `find` loads none. */
export function handleOfFeature(find: (feature: ServerFeature) => Promise<Handler | undefined> | undefined) {
  return async (options: Handled & { params: { feature: string } }): Promise<Response> => {
    const features = new Map<string, ServerFeature>(Object.entries(serverFeatures));
    const feature = features.get(options.params.feature);
    const handler = feature && (await find(feature));
    if (!handler) return errorResponse(404, "NOT_FOUND", "There is no such file.");
    return await handleAsOperation(handler)(options);
  };
}
