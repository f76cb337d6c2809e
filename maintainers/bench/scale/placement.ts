/** A node of a plan, as EXPLAIN (FORMAT JSON, VERBOSE) describes it. */
export type Plan = {
  "Node Type": string;
  Operation?: string;
  "Relation Name"?: string;
  Alias?: string;
  Plans?: Plan[];
} & Record<string, unknown>;

const conditions = ["Index Cond", "Recheck Cond", "Filter", "Hash Cond", "Merge Cond", "Join Filter"];

const column = String.raw`"?\w+"?\."?\w+"?`;
const known = String.raw`\$\d+|\(?InitPlan \d+\)?\.col\d+|'[^']*'`;
const equality = new RegExp(String.raw`(${column})\)?(?:::\w+)? = (${known}|${column})`, "g");

/**
 * On which nodes Citus would execute a statement.
 * @param keys the column by which each distributed table is distributed; all other tables are on every node
 */
export function placementOf(plan: Plan, keys: Record<string, string>): string {
  const nodes = flatten(plan);
  const write = nodes.find((node) => node["Node Type"] === "ModifyTable");
  const written = write?.["Relation Name"] ?? "";
  if (write && !keys[written]) return "all nodes, which all keep the row";
  // Its values contain the key.
  if (write?.Operation === "Insert" && nodes.every((node) => node === write || !isDistributed(node, keys)))
    return "one node";

  const isSame = equalities(nodes);
  const scanned = nodes.filter((node) => node !== write && isDistributed(node, keys));
  const keyOf = (node: Plan) => `${node.Alias}.${keys[node["Relation Name"] ?? ""]}`;
  const all = [...new Set(scanned.map(keyOf))];
  if (all.length === 0) return "any node";
  const without = all.filter((key) => !isSame.isKnown(key));
  if (without.length === 0) return "one node";
  // Otherwise rows are brought together between the steps.
  const isTogether = without.every((key) => isSame.root(key) === isSame.root(without[0] ?? ""));
  const names = without.join(", ");
  return isTogether ? `all nodes: ${names} is unknown` : `all nodes, in steps: ${names}`;
}

const isDistributed = (node: Plan, keys: Record<string, string>) =>
  node["Relation Name"] !== undefined && node["Relation Name"] in keys;

function flatten(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(flatten)];
}

/** Which columns have the same value in all rows of a plan, and which have a value that is known before. */
function equalities(nodes: Plan[]) {
  const parents = new Map<string, string>();
  const root = (term: string): string => {
    const parent = parents.get(term);
    return parent === undefined ? term : root(parent);
  };
  for (const node of nodes)
    for (const text of conditions.map((name) => node[name]))
      if (typeof text === "string" && !text.includes(" OR "))
        for (const [, left = "", right = ""] of text.matchAll(equality)) {
          const term = new RegExp(`^(?:${known})$`).test(right) ? "known" : right;
          const [one, other] = [root(left.replaceAll('"', "")), root(term.replaceAll('"', ""))];
          // The known ones stay roots.
          if (one !== other) parents.set(one === "known" ? other : one, one === "known" ? one : other);
        }
  return { root, isKnown: (term: string) => root(term) === "known" };
}
