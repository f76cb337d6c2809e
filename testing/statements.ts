import pg from "pg";
import type { Database } from "#server/database/connect.ts";

type Statement = { /** Of a prepared statement. */ name?: string; text: string; values: unknown[] };

type PlanNode = {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Plan Rows": number;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  Plans?: PlanNode[];
} & Record<string, unknown>;

type Explained = { rows: { "QUERY PLAN": [{ Plan: PlanNode }] }[] };

export type Plan = {
  /** That the planner expected to return. */
  expectedRows: number;
  /** Tables that a sequential scan read to the end, or at least half of. */
  wholeTables: string[];
  indexes: string[];
  /** Pages of 8 kB that were read. */
  pages: number;
};

/** Records the statements that are sent to a database outside of transactions. */
export function recordStatements({ pool }: Pick<Database, "pool">) {
  const query = pool.query.bind(pool) as <Row>(text: string, values?: unknown[]) => Promise<{ rows: Row[] }>;
  let statements: Statement[] = [];
  const recordingQuery = (config: string | { name?: string; text: string }, values: unknown[] = []) => {
    const { name, text } = typeof config === "string" ? { text: config } : config;
    statements.push({ ...(name !== undefined && { name }), text, values });
    return (query as (...args: unknown[]) => unknown)(config, values);
  };
  pool.query = recordingQuery as typeof pool.query;

  return {
    /** The statements that `work` sends. */
    async during(work: () => Promise<unknown>): Promise<Statement[]> {
      statements = [];
      await work();
      return statements;
    },

    /** Executes a statement again, with EXPLAIN ANALYZE. A prepared statement has its plan for all values. */
    async plan(statement: Statement): Promise<Plan> {
      const { rows } = await (statement.name === undefined ? explain(statement) : explainPrepared(statement));
      const root = rows[0]?.["QUERY PLAN"][0].Plan;
      if (!root) throw new Error("EXPLAIN returned no plan");
      const nodes = nodesOf(root);
      const tableRows = await countRows();
      return {
        expectedRows: root["Plan Rows"],
        wholeTables: nodes
          .filter((node) => node["Node Type"] === "Seq Scan" && node["Actual Loops"] > 0)
          .filter((node) => rowsReadPerLoop(node) >= (tableRows.get(node["Relation Name"] ?? "") ?? 0) / 2)
          .map((node) => node["Relation Name"] ?? ""),
        indexes: nodes.flatMap((node) => node["Index Name"] ?? []),
        pages: Number(root["Shared Hit Blocks"]) + Number(root["Shared Read Blocks"]),
      };
    },
  };

  function explain({ text, values }: Statement): Promise<Explained> {
    return query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`, values);
  }

  async function explainPrepared({ text, values }: Statement): Promise<Explained> {
    const client = await pool.connect();
    try {
      await client.query(`SET plan_cache_mode = force_generic_plan; PREPARE explained AS ${text}`);
      const literals = values.map(toLiteral);
      const call = literals.length > 0 ? `explained (${literals.join(", ")})` : "explained";
      return await client.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE ${call}`);
    } finally {
      // Closes the connection, because its settings have changed.
      client.release(true);
    }
  }

  /** The number of rows of each table, as of its last ANALYZE. */
  async function countRows(): Promise<Map<string, number>> {
    const { rows } = await query<{ name: string; rows: number }>(
      "SELECT relname AS name, reltuples AS rows FROM pg_class WHERE relkind = 'r'",
    );
    return new Map(rows.map((table) => [table.name, table.rows]));
  }
}

/** @param value a text, a number, null, or an array of ids */
function toLiteral(value: unknown): string {
  if (value === null) return "NULL";
  return pg.escapeLiteral(Array.isArray(value) ? `{${value.join(",")}}` : `${value as string | number}`);
}

function rowsReadPerLoop(node: PlanNode): number {
  return node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0);
}

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}
