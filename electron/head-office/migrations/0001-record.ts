/**
 * The record: who may write to it, what may never be changed, and who sees what.
 *
 * A PC has a login of its own. `head_office.self()` is the PC of the login, and row-level security compares every row with it:
 * another environment, another merchant or another branch is not there for it. The entries of a PC are numbered without a gap
 * and committed one after another, so a reader that asks each PC for "what comes after number n" can skip nothing, however late
 * a transaction commits.
 */
import type { GroupRoles } from '../roles.ts';

const TABLES = `
-- Told apart from a record that was made anew: a PC publishes everything again to another epoch.
CREATE TABLE head_office.record (
  only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
  epoch uuid NOT NULL DEFAULT gen_random_uuid(),
  made_at timestamptz NOT NULL DEFAULT now()
);
INSERT INTO head_office.record DEFAULT VALUES;

CREATE TABLE head_office.pc (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{32}$'),
  login name NOT NULL UNIQUE,
  name text NOT NULL,
  environment text NOT NULL CHECK (environment IN ('practice', 'test', 'live')),
  merchant text NOT NULL,
  branch text NOT NULL, -- '': it sees every branch of its merchant
  public_key bytea NOT NULL CHECK (length(public_key) = 32),
  head_seq bigint NOT NULL DEFAULT 0,
  head_hash bytea NOT NULL DEFAULT '',
  enrolled_at timestamptz NOT NULL DEFAULT now(),
  last_entry_at timestamptz,
  withdrawn_at timestamptz
);

CREATE TABLE head_office.enrolment (
  login name PRIMARY KEY,
  name text NOT NULL,
  environment text NOT NULL CHECK (environment IN ('practice', 'test', 'live')),
  merchant text NOT NULL,
  branch text NOT NULL,
  made_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);

CREATE TABLE head_office.entry (
  pc text NOT NULL REFERENCES head_office.pc (id),
  seq bigint NOT NULL CHECK (seq > 0),
  environment text NOT NULL,
  merchant text NOT NULL,
  branch text NOT NULL,
  kind text NOT NULL,
  at_ms bigint NOT NULL,
  body text NOT NULL, -- text, not jsonb: the hash is over these bytes
  previous bytea NOT NULL,
  hash bytea NOT NULL,
  signature bytea NOT NULL,
  received_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (pc, seq)
);

`;

const APPEND_ONLY = `
CREATE FUNCTION head_office.refuse_change() RETURNS trigger LANGUAGE plpgsql SET search_path = '' AS $$
BEGIN
  RAISE EXCEPTION 'head office: % is append-only', TG_TABLE_NAME USING ERRCODE = 'HO001';
END $$;
CREATE TRIGGER entry_no_change BEFORE UPDATE OR DELETE ON head_office.entry
  FOR EACH ROW EXECUTE FUNCTION head_office.refuse_change();
CREATE TRIGGER entry_no_truncate BEFORE TRUNCATE ON head_office.entry
  FOR EACH STATEMENT EXECUTE FUNCTION head_office.refuse_change();
CREATE TRIGGER pc_no_delete BEFORE DELETE ON head_office.pc
  FOR EACH ROW EXECUTE FUNCTION head_office.refuse_change();
CREATE TRIGGER pc_no_truncate BEFORE TRUNCATE ON head_office.pc
  FOR EACH STATEMENT EXECUTE FUNCTION head_office.refuse_change();
CREATE TRIGGER pc_no_other BEFORE UPDATE ON head_office.pc FOR EACH ROW
  WHEN ((NEW.id, NEW.login, NEW.environment, NEW.merchant, NEW.branch, NEW.public_key)
    IS DISTINCT FROM (OLD.id, OLD.login, OLD.environment, OLD.merchant, OLD.branch, OLD.public_key)
    OR NEW.head_seq < OLD.head_seq OR (OLD.withdrawn_at IS NOT NULL AND NEW.withdrawn_at IS NULL))
  EXECUTE FUNCTION head_office.refuse_change();

`;

const FOLLOWING = `
-- The PC of this login, if it is not withdrawn.
CREATE FUNCTION head_office.self() RETURNS head_office.pc LANGUAGE sql STABLE SECURITY DEFINER SET search_path = '' AS $$
  SELECT pc FROM head_office.pc WHERE login = session_user AND withdrawn_at IS NULL
$$;

-- After each statement, not each row: one look at the PC and one change of its head for a whole batch.
CREATE FUNCTION head_office.entries_follow() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
DECLARE
  own head_office.pc;
  last record;
BEGIN
  IF NOT EXISTS (SELECT 1 FROM added) THEN RETURN NULL; END IF;
  SELECT * INTO own FROM head_office.pc WHERE login = session_user AND withdrawn_at IS NULL FOR UPDATE;
  IF own.id IS NULL THEN
    RAISE EXCEPTION 'head office: % is no PC, or a withdrawn one', session_user USING ERRCODE = 'HO002';
  END IF;
  IF EXISTS (
    SELECT 1 FROM added WHERE (pc, environment, merchant, branch)
      IS DISTINCT FROM (own.id, own.environment, own.merchant, own.branch)
  ) THEN
    RAISE EXCEPTION 'head office: a PC adds its own entries only' USING ERRCODE = 'HO003';
  END IF;
  IF EXISTS (
    SELECT 1 FROM (
      SELECT seq, previous,
        own.head_seq + row_number() OVER (ORDER BY seq) AS expected,
        lag(hash, 1, own.head_hash) OVER (ORDER BY seq) AS before
      FROM added
    ) AS numbered WHERE seq <> expected OR previous <> before
  ) THEN
    RAISE EXCEPTION 'head office: entries do not follow entry % of this PC', own.head_seq USING ERRCODE = 'HO004';
  END IF;
  SELECT seq, hash INTO last FROM added ORDER BY seq DESC LIMIT 1;
  UPDATE head_office.pc SET head_seq = last.seq, head_hash = last.hash, last_entry_at = clock_timestamp()
    WHERE id = own.id;
  RETURN NULL;
END $$;
CREATE TRIGGER entry_follows AFTER INSERT ON head_office.entry REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION head_office.entries_follow();

`;

const PCS = ({ pc }: GroupRoles) => `
-- A PC takes its enrolment with the one-time password; from then on only the password behind the verifier opens.
CREATE FUNCTION head_office.take_enrolment(public_key bytea, verifier text) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
DECLARE
  paper head_office.enrolment;
  pc_id text := left(encode(sha256(public_key), 'hex'), 32);
BEGIN
  SELECT * INTO paper FROM head_office.enrolment WHERE login = session_user FOR UPDATE;
  IF paper.login IS NULL OR paper.used_at IS NOT NULL THEN
    RAISE EXCEPTION 'head office: this enrolment was used' USING ERRCODE = 'HO005';
  END IF;
  IF paper.expires_at <= clock_timestamp() THEN
    RAISE EXCEPTION 'head office: this enrolment has expired' USING ERRCODE = 'HO006';
  END IF;
  IF verifier NOT LIKE 'SCRAM-SHA-256$%' THEN
    RAISE EXCEPTION 'head office: a password is never sent as it is' USING ERRCODE = 'HO007';
  END IF;
  INSERT INTO head_office.pc (id, login, name, environment, merchant, branch, public_key)
    VALUES (pc_id, paper.login, paper.name, paper.environment, paper.merchant, paper.branch, public_key);
  UPDATE head_office.enrolment SET used_at = clock_timestamp() WHERE login = paper.login;
  EXECUTE format('ALTER ROLE %I PASSWORD %L VALID UNTIL ''infinity''', paper.login, verifier);
  RETURN pc_id;
END $$;

CREATE FUNCTION head_office.enrol(login name, verifier text, pc_name text, environment text, merchant text, branch text)
RETURNS timestamptz LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
DECLARE
  until timestamptz := clock_timestamp() + interval '1 hour';
BEGIN
  INSERT INTO head_office.enrolment VALUES (login, pc_name, environment, merchant, branch, now(), until, NULL);
  EXECUTE format('CREATE ROLE %I LOGIN PASSWORD %L VALID UNTIL %L IN ROLE ${pc}', login, verifier, until);
  RETURN until;
END $$;

CREATE FUNCTION head_office.withdraw(pc_id text) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
DECLARE
  gone head_office.pc;
BEGIN
  UPDATE head_office.pc SET withdrawn_at = clock_timestamp() WHERE id = pc_id AND withdrawn_at IS NULL RETURNING * INTO gone;
  IF gone.id IS NULL THEN RETURN NULL; END IF;
  EXECUTE format('ALTER ROLE %I NOLOGIN', gone.login);
  RETURN gone.name;
END $$;

CREATE FUNCTION head_office.version() RETURNS integer LANGUAGE sql STABLE SECURITY DEFINER SET search_path = '' AS $$
  SELECT max(number) FROM head_office.migration
$$;

`;

const RIGHTS = ({ pc, reader, administration }: GroupRoles) => `
ALTER TABLE head_office.pc ENABLE ROW LEVEL SECURITY;
ALTER TABLE head_office.entry ENABLE ROW LEVEL SECURITY;
ALTER TABLE head_office.enrolment ENABLE ROW LEVEL SECURITY;
-- In brackets with SELECT: asked once a statement, not once a row.
CREATE POLICY pc_seen ON head_office.pc FOR SELECT TO ${pc} USING (
  environment = (SELECT (head_office.self()).environment) AND merchant = (SELECT (head_office.self()).merchant)
  AND (SELECT (head_office.self()).branch) IN ('', branch));
CREATE POLICY entry_seen ON head_office.entry FOR SELECT TO ${pc} USING (
  environment = (SELECT (head_office.self()).environment) AND merchant = (SELECT (head_office.self()).merchant)
  AND (SELECT (head_office.self()).branch) IN ('', branch));
CREATE POLICY entry_added ON head_office.entry FOR INSERT TO ${pc} WITH CHECK (
  pc = (SELECT (head_office.self()).id) AND environment = (SELECT (head_office.self()).environment)
  AND merchant = (SELECT (head_office.self()).merchant) AND branch = (SELECT (head_office.self()).branch));
CREATE POLICY pc_read ON head_office.pc FOR SELECT TO ${reader}, ${administration} USING (true);
CREATE POLICY entry_read ON head_office.entry FOR SELECT TO ${reader}, ${administration} USING (true);
CREATE POLICY enrolment_read ON head_office.enrolment FOR SELECT TO ${administration} USING (true);

REVOKE ALL ON ALL FUNCTIONS IN SCHEMA head_office FROM PUBLIC;
GRANT USAGE ON SCHEMA head_office TO ${pc}, ${reader}, ${administration};
GRANT SELECT ON head_office.record, head_office.pc, head_office.entry TO ${pc}, ${reader}, ${administration};
GRANT INSERT (pc, seq, environment, merchant, branch, kind, at_ms, body, previous, hash, signature)
  ON head_office.entry TO ${pc};
GRANT SELECT ON head_office.enrolment TO ${administration};
GRANT EXECUTE ON FUNCTION head_office.version() TO ${pc}, ${reader}, ${administration};
GRANT EXECUTE ON FUNCTION head_office.self(), head_office.take_enrolment(bytea, text) TO ${pc};
GRANT EXECUTE ON FUNCTION head_office.enrol(name, text, text, text, text, text), head_office.withdraw(text)
  TO ${administration};
`;

export const record = (roles: GroupRoles): string =>
  [TABLES, APPEND_ONLY, FOLLOWING, PCS(roles), RIGHTS(roles)].join('');
