import { Readable } from "node:stream";
import type { z } from "zod";
import { serverI18n } from "#i18n/i18n.ts";
import type { TextKey } from "#i18n/text-key.ts";
import type { OperationContext } from "#rpc/context.ts";
import { requirePermission } from "#rpc/enforce-permission.server.ts";
import type { Permissions } from "#rpc/permissions.ts";
import { readFromReplica } from "#rpc/replicas/read-from-replica.server.ts";
import { parseParameters } from "#rpc/query-parameters.server.ts";
import type { CellValue } from "../../cell-value.ts";
import { formatCell } from "../../csv/cells.ts";
import { byteOrderMark, delimiterFor, formatRow, joinCells } from "../../csv/format.ts";
import { csvHeaders } from "./csv-headers.ts";

/** A column of an export. */
export type ExportColumn<Row> = {
  /** The key of its heading. */
  name: TextKey;
  value: (row: Row) => CellValue;
};

/** The columns of plain fields, for example those of an import. */
export function plainColumns<Name extends string>(
  fields: Readonly<Record<Name, { name: TextKey; written?: (value: CellValue) => CellValue }>>,
): ExportColumn<Readonly<Record<Name, CellValue>>>[] {
  const names = Object.keys(fields) as Name[];
  return names.map((name) => {
    const { name: heading, written = (value) => value } = fields[name];
    return { name: heading, value: (row) => written(row[name]) };
  });
}

type ExportOptions<Row, Query extends z.ZodObject> = {
  /** The permission that the caller needs. */
  permission: Permissions;
  /** The key of the file's name. */
  fileName: TextKey;
  /** The schema of the query parameters: filters and order. */
  query: Query;
  /** All rows of a list in order and in batches. */
  stream: (context: OperationContext, query: z.infer<Query>) => AsyncGenerator<Row[], void>;
  columns: readonly ExportColumn<NoInfer<Row>>[];
};

/**
 * Creates a handler of GET requests that streams all rows of a list as CSV, as fast as the client reads, in the user's
 * language. An error before the first batch is an error response; a later one aborts the response, so that an incomplete
 * file is recognized. The handler throws an ORPCError if it rejects the request.
 */
export function csvExport<Row, Query extends z.ZodObject>(o: ExportOptions<Row, Query>) {
  return async (request: Request, context: OperationContext): Promise<Response> => {
    requirePermission(context, o.permission);
    const query = parseParameters(o.query, new URL(request.url).searchParams);
    const start = async (from: OperationContext) => {
      const reading = o.stream(from, query);
      return { batches: reading, firstBatch: await reading.next() };
    };
    const { batches, firstBatch } =
      (await readFromReplica(context, start)) ?? // optional: replicas
      (await start(context));

    const { language } = context;
    const { t } = await serverI18n(language);
    const delimiter = delimiterFor(language);
    const lineOf = (row: Row) => {
      const cells = o.columns.map(({ value }) => formatCell(value(row), { language, delimiter }));
      return joinCells(cells, delimiter);
    };
    async function* chunks() {
      const names = o.columns.map(({ name }) => t(name));
      yield Buffer.from(byteOrderMark + formatRow(names, delimiter));
      for (let batch = firstBatch; !batch.done; batch = await batches.next()) {
        yield Buffer.from(batch.value.map(lineOf).join(""));
      }
    }
    request.signal.throwIfAborted();
    // The session may end before the client has read everything.
    const file = Readable.from(chunks(), { objectMode: false, signal: request.signal });
    return new Response(Readable.toWeb(file) as ReadableStream, {
      headers: await csvHeaders(o.fileName, language),
    });
  };
}
