import type { Database } from "#server/database/connect.ts";

type Statement = { text: string; values: unknown[] };

/** A node of a plan, as far as tests look at it. */
type Node = { "Node Type": string; "Relation Name"?: string; Plans?: Node[] } & Record<string, unknown>;

export type Plan = {
  /** Tables of which every row was read, or would have been. */
  wholeTables: string[];
  /** Pages of 8 kB that were looked at. */
  pages: number;
};

/** Notes every statement that goes to a database, transactions apart. */
export function recordStatements({ pool }: Pick<Database, "pool">) {
  const query = pool.query.bind(pool) as (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>;
  let noted: Statement[] = [];
  const watching = (config: string | { text: string }, values: unknown[] = []) => {
    noted.push({ text: typeof config === "string" ? config : config.text, values });
    return (query as (...args: unknown[]) => unknown)(config, values);
  };
  pool.query = watching as typeof pool.query;

  return {
    /** What `work` sends. */
    async during(work: () => Promise<unknown>): Promise<Statement[]> {
      noted = [];
      await work();
      return noted;
    },

    /** Runs a statement again and tells how; it is done twice, so it should be one that reads. */
    async plan({ text, values }: Statement): Promise<Plan> {
      const { rows } = await query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`, values);
      const [{ Plan: root }] = (rows as { "QUERY PLAN": [{ Plan: Node }] }[])[0]?.["QUERY PLAN"] ?? [
        { Plan: { "Node Type": "None" } },
      ];
      return {
        wholeTables: nodesOf(root)
          .filter((node) => node["Node Type"] === "Seq Scan")
          .map((node) => node["Relation Name"] ?? ""),
        pages: Number(root["Shared Hit Blocks"]) + Number(root["Shared Read Blocks"]),
      };
    },
  };
}

function nodesOf(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}
