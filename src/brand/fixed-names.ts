/**
 * Names in data that exists: they stay whatever the product is called. Migrations can't be changed, and embedded
 * databases and backups would no longer be found or read.
 */
export const fixedNames = {
  // optional: live
  /** The channel in which migrations tell of changes. */
  changesChannel: "flyleaf_changes",
  // end: live
  /** The setting in which the migrations' function says that it deletes old activity. */
  deletesOldActivity: "flyleaf.deletes_old_activity",
  /** The embedded database, and its role. */
  embeddedDatabase: "flyleaf",
  // optional: redis
  /** How keys and channels in Redis begin: instances of both names run during a deploy. */
  redisPrefix: "flyleaf:",
  // end: redis
  /** How an encrypted backup begins. */
  encryptedBackup: "flyleaf-encrypted-1\n",
} as const;

/** The name of the starter: a product that still has it was not renamed. */
export const starterName: string = "Flyleaf";
