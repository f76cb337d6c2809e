import { createFileRoute } from "@tanstack/react-router";
import { handleRest } from "#app/rest/handle-rest.server.ts";

/** The operations, for other programs: /api/openapi.json describes them. */
export const Route = createFileRoute("/api/rest/$")({ server: { handlers: { ANY: handleRest } } });
