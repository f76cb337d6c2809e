import { setImmediate } from "node:timers/promises";
import { drizzle, type NodePgQueryResultHKT } from "drizzle-orm/node-postgres";
import type { PgDatabase, PgTransactionConfig } from "drizzle-orm/pg-core";
import type pg from "pg";

/** The database, or a transaction. */
export type Sql = PgDatabase<NodePgQueryResultHKT, Record<string, never>>;

type Work<Result> = (transaction: Sql) => Promise<Result>;
type Transact = <Result>(o: {
  check?: Work<void>;
  work: Work<Result>;
  config?: PgTransactionConfig | undefined;
}) => Promise<Result>;

/** Begins a transaction on a database. A transaction has none: within it there are savepoints. */
const transacts = new WeakMap<Sql, Transact>();

/** Of each transaction, the statements whose answers nothing waits for before COMMIT. */
const unawaited = new WeakMap<Sql, Promise<unknown>[]>();

/**
 * Drizzle on a pool of connections that pipeline: `await` decides what waits for an answer (docs/decisions/0074-round-trips.md).
 * @param onCommit called when a transaction has been committed
 */
export function createSql(pool: pg.Pool, onCommit: () => void): Sql {
  const sql = drizzle(pool);
  const transact: Transact = async ({ check, work, config }) => {
    // Drizzle would never release a connection on which BEGIN fails, for example when the database restarts.
    const client = await pool.connect();
    const pending: Promise<unknown>[] = [];
    const begin = withoutWaitingForBegin(client);
    try {
      const result = await drizzle(check ? begin.client : client).transaction(async (transaction) => {
        unawaited.set(transaction, pending);
        if (check) await inOrder([begin.answer(), check(transaction)]);
        return await work(transaction);
      }, config);
      // If one has failed, COMMIT has rolled back.
      await inOrder(pending);
      onCommit();
      return result;
    } catch (error) {
      // If one has failed, what follows it failed because of it.
      await inOrder(pending);
      throw error;
    } finally {
      client.release();
    }
  };
  transacts.set(sql, transact);
  sql.transaction = (work, config) =>
    transact({ work: work as Work<Awaited<ReturnType<typeof work>>>, config });
  return sql;
}

/**
 * Runs a transaction whose check is sent together with BEGIN.
 * @param o.check reads or locks, and throws if the work may not be done. If BEGIN failed, what it wrote would be kept
 */
export async function checkedTransaction<Result>(
  sql: Sql,
  o: { check: Work<void>; work: Work<Result> },
): Promise<Result> {
  const transact = transacts.get(sql);
  if (transact) return await transact(o);
  return await sql.transaction(async (savepoint) => {
    await o.check(savepoint);
    return await o.work(savepoint);
  });
}

/**
 * Executes statements of a transaction in this order, each without waiting for the answer to the one before.
 * @throws the error of the first that fails: the others fail because of it
 */
export async function pipeline<Answers extends unknown[]>(
  ...statements: { [Index in keyof Answers]: () => Promise<Answers[Index]> }
): Promise<Answers> {
  const answers: Promise<unknown>[] = [];
  for (const statement of statements) {
    const answer = statement();
    answer.catch(() => undefined);
    answers.push(answer);
    // It is sent before that, whichever function executes it.
    await setImmediate();
  }
  return (await inOrder(answers)) as Answers;
}

/**
 * Executes a statement whose answer nothing needs: in a transaction, the next statement or COMMIT is sent together with it.
 * If it fails, so does the transaction.
 */
export async function executeUnawaited(sql: Sql, statement: { execute(): Promise<unknown> }): Promise<void> {
  const result = statement.execute();
  const pending = unawaited.get(sql);
  if (!pending) return void (await result);
  result.catch(() => undefined);
  pending.push(result);
}

/** Waits for all answers. @throws the first failure in their order */
async function inOrder(answers: Promise<unknown>[]): Promise<unknown[]> {
  const settled = await Promise.allSettled(answers);
  return settled.map((answer) => {
    if (answer.status === "rejected") throw answer.reason;
    return answer.value;
  });
}

/** A client whose first statement, BEGIN, is answered at once. */
function withoutWaitingForBegin(client: pg.PoolClient) {
  let begun: Promise<unknown> | undefined;
  const query = (...sent: unknown[]) => {
    const result = Reflect.apply(client.query as (...sent: unknown[]) => Promise<unknown>, client, sent);
    if (begun) return result;
    begun = result;
    begun.catch(() => undefined);
    return Promise.resolve({ rows: [] });
  };
  return {
    client: Object.create(client, { query: { value: query } }) as pg.PoolClient,
    answer: async () => void (await begun),
  };
}
