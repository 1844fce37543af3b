/** Storage failed below a procedure: the SQLite code says how (SQLITE_FULL, SQLITE_IOERR …). */
export class DatabaseFailure extends Error {
  readonly sqliteCode: string;
  constructor(message: string, sqliteCode: string) {
    super(message);
    this.name = 'DatabaseFailure';
    this.sqliteCode = sqliteCode;
  }
}
