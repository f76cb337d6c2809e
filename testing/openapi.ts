import type { OpenAPI } from "@orpc/contract";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describeRest } from "#app/rest/openapi.server.ts";

export type Operation = OpenAPI.OperationObject & { method: string; path: string };

/** The description of REST, with functions that check values by its schemas. */
export async function openRestDescription(baseUrl = new URL("http://localhost:3000")) {
  const document = await describeRest({ baseUrl });
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  const compiled = new Map<object, ValidateFunction>();

  const operations = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    (Object.entries(methods ?? {}) as [string, OpenAPI.OperationObject][]).map(
      ([method, operation]): Operation => ({ ...operation, method: method.toUpperCase(), path }),
    ),
  );

  /** What is wrong with a value; undefined if it fits the schema. */
  function problemOf(schema: object, value: unknown): string | undefined {
    const validate = compiled.get(schema) ?? ajv.compile({ ...schema, components: document.components });
    compiled.set(schema, validate);
    return validate(value) ? undefined : ajv.errorsText(validate.errors);
  }

  /** What is wrong with a response in JSON, by its operation's description. */
  function responseProblemOf(operation: Operation, status: number, body: unknown): string | undefined {
    const response = operation.responses?.[status] as OpenAPI.ResponseObject | undefined;
    const content = response?.content?.["application/json"];
    if (!content) return `The status ${status} is not described`;
    return content.schema && problemOf(content.schema, body);
  }

  return { document, operations, problemOf, responseProblemOf };
}
