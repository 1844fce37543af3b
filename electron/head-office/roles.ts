/** The names of the roles. Roles belong to a whole server, so they carry the name of their database. */
export type GroupRoles = {
  /** Every PC's login is in it: adds its own entries, and sees what its branch may see. */
  readonly pc: string;
  /** Reads everything, writes nothing. */
  readonly reader: string;
  /** Makes enrolments and withdraws PCs, by functions: it needs no right to make roles. */
  readonly administration: string;
};

/** Names of roles stand in SQL without quotes, so the name of the database may have nothing else in it. */
const NAME = /^[a-z_][a-z0-9_]{0,39}$/;

export function rolesOf(database: string): GroupRoles {
  if (!NAME.test(database))
    throw new Error(
      `The database must have a name of small letters, digits and underscores, at most 40: "${database}" is none.`,
    );
  return { pc: `${database}_pc`, reader: `${database}_reader`, administration: `${database}_administration` };
}
