import { AsyncLocalStorage } from "node:async_hooks";
import pg from "pg";
import { UnavailableError } from "#server/unavailable.ts";

/** A connection pool on which nothing waits while the database is known to be away. */
export class Pool extends pg.Pool {
  readonly #used = new Set<pg.PoolClient>();
  readonly #waiting = new Set<() => void>();
  #isSuspended = false;

  constructor(config: pg.PoolConfig) {
    super(config);
    this.on("acquire", (client) => this.#used.add(client));
    this.on("release", (_error, client) => this.#used.delete(client));
    this.on("remove", (client) => this.#used.delete(client));
  }

  /** Ends the connections in use, whose queries fail, and the waiting for one. Until `resume`, every query fails at once. */
  suspend(): void {
    this.#isSuspended = true;
    for (const client of this.#used) client.connection.stream.destroy();
    for (const fail of this.#waiting) fail();
    this.#waiting.clear();
  }

  resume(): void {
    this.#isSuspended = false;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: PoolCallback): void;
  override connect(callback?: PoolCallback): Promise<pg.PoolClient> | void {
    if (!callback) {
      return new Promise((resolve, reject) => {
        this.connect((error, client) => (client ? resolve(client) : reject(error)));
      });
    }
    const fail = () => callback(new UnavailableError("The database can't be reached"), undefined, () => {});
    if (this.#isSuspended) return process.nextTick(fail);
    this.#waiting.add(fail);
    // The request that releases a connection calls this for the next one, which has another context.
    const take = AsyncLocalStorage.bind<PoolCallback>((error, client, done) => {
      if (this.#waiting.delete(fail)) callback(error, client, done);
      // After a timeout there is neither.
      else if (client) done(true);
    });
    super.connect(take);
  }
}

type PoolCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;
