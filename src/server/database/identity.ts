/**
 * An expression for what no two databases share, and a database and its standbys do. It is the same through a pooler. A copy
 * of the server's files has it too, a dump has not.
 */
export const databaseIdentity = `((SELECT system_identifier FROM pg_control_system()) || '-' ||
  (SELECT oid FROM pg_database WHERE datname = current_database()))`;
