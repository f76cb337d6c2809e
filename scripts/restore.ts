import { runRestore } from "#app/run/backup-commands.server.ts";
import { runBackupCommand } from "./support/backup-command.ts";

const help = `Restores a backup into an empty database (docs/backup.md).

Usage: npm run restore -- <file>
  BACKUP_PASSPHRASE decrypts it.`;

/** `npm run restore`: `node dist/server/main.js restore` with the project's packages. */
export const run = (args: string[]): Promise<void> => runBackupCommand(args, help, runRestore);
