/** Backups: by schedule and by hand in Settings, and restoring one on the first page. */
export { BackupSettings } from './backup-settings.tsx';
export { RestoreDialog } from './restore-dialog.tsx';
