/** How to connect to PostgreSQL; `host` may be the folder of its Unix socket. */
export type DatabaseConnection = (
  | { host: string; port: number; user: string; database: string; password?: string }
  | { connectionString: string }
) & {
  /** Whether a connection pooler is between, which may give each transaction another connection (`checkDatabase`). */
  isPooled?: boolean;
};

/** A connection as a URL for DATABASE_URL. */
export function databaseUrl(connection: DatabaseConnection): string {
  if ("connectionString" in connection) return connection.connectionString;
  const { host, port, user, database, password } = connection;
  const parameters = new URLSearchParams({ host, port: String(port), user, ...(password && { password }) });
  return `postgresql:///${encodeURIComponent(database)}?${parameters}`;
}

/** The connection to another database of the same server. */
export function withDatabase(connection: DatabaseConnection, database: string): DatabaseConnection {
  if (!("connectionString" in connection)) return { ...connection, database };
  const url = new URL(connection.connectionString);
  url.pathname = `/${encodeURIComponent(database)}`;
  return { connectionString: url.href };
}
