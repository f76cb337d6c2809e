import { serverI18n } from "#i18n/i18n.ts";
import type { OperationContext } from "#rpc/context.ts";
import { requirePermission } from "#rpc/enforce-permission.server.ts";
import { formatCell } from "../../csv/cells.ts";
import { byteOrderMark, delimiterFor, formatRow, joinCells } from "../../csv/format.ts";
import { csvHeaders } from "../csv/csv-headers.ts";
import type { ImportDefinition } from "./definition.ts";
import { handleImport } from "./handle-import.ts";

/** Creates the route handlers of an import: POST of the file, and GET of an example. */
export function csvImport<Field extends string>(definition: ImportDefinition<Field>) {
  return {
    /** Previews, checks or writes the file in the body. @throws ORPCError if the request is rejected */
    upload: (request: Request, context: OperationContext) => handleImport(definition, request, context),
    /** A small file to import, in the user's language. @throws ORPCError if the request is rejected */
    example: (_request: Request, context: OperationContext) => exampleFile(definition, context),
  };
}

async function exampleFile(definition: ImportDefinition, context: OperationContext): Promise<Response> {
  requirePermission(context, definition.permission);
  const { language } = context;
  const { t } = await serverI18n(language);
  const delimiter = delimiterFor(language);
  const fields = Object.entries(definition.fields);
  const names = fields.map(([, { name }]) => t(name));
  const rows = definition.example.map((values) =>
    joinCells(
      fields.map(([field]) => formatCell(values[field] ?? null, { language, delimiter })),
      delimiter,
    ),
  );
  const text = byteOrderMark + formatRow(names, delimiter) + rows.join("");
  return new Response(text, { headers: await csvHeaders("resourceImport:example", language) });
}
