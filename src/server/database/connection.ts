/** Where a PostgreSQL is reached; `host` may be the folder of its Unix socket. */
export type DatabaseConnection =
  | { host: string; port: number; user: string; database: string; password?: string }
  | { connectionString: string };

/** A connection as an address for DATABASE_URL. */
export function databaseUrl(connection: DatabaseConnection): string {
  if ("connectionString" in connection) return connection.connectionString;
  const { host, port, user, database, password } = connection;
  const access = new URLSearchParams({ host, port: String(port), user, ...(password && { password }) });
  return `postgresql:///${encodeURIComponent(database)}?${access}`;
}

/** The same server's connection to another of its databases. */
export function withDatabase(connection: DatabaseConnection, database: string): DatabaseConnection {
  if (!("connectionString" in connection)) return { ...connection, database };
  const address = new URL(connection.connectionString);
  address.pathname = `/${encodeURIComponent(database)}`;
  return { connectionString: address.href };
}
