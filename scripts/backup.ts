import { runBackup } from "#app/run/backup-commands.server.ts";
import { runBackupCommand } from "./support/backup-command.ts";

const help = `Writes the data of the product and the generated secret to a file (docs/backup.md).

Usage: npm run backup -- <file or folder>
  BACKUP_PASSPHRASE encrypts it. Without it, the secret is left out.`;

/** `npm run backup`: `node dist/server/main.js backup` with the project's packages. */
export const run = (args: string[]): Promise<void> => runBackupCommand(args, help, runBackup);
