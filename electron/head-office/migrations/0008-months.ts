/**
 * A table for each month of entries, so that whole months can be archived (archive.ts). The first table has all older entries, up to
 * the end of the month in which this migration runs.
 *
 * The first PC that publishes in a month makes its table. `(pc, seq)` is unique in each table. Across tables the trigger
 * `entry_follows` keeps it so: it takes the entries of a PC one number after the other.
 */
import type { GroupRoles } from '../roles.ts';

const UNSPLIT = ({ pc, reader, administration }: GroupRoles) => `
ALTER TABLE head_office.entry RENAME TO entry_unsplit;
DROP TRIGGER entry_no_change ON head_office.entry_unsplit;
DROP TRIGGER entry_no_truncate ON head_office.entry_unsplit;
DROP TRIGGER entry_follows ON head_office.entry_unsplit;
DROP POLICY entry_seen ON head_office.entry_unsplit;
DROP POLICY entry_added ON head_office.entry_unsplit;
DROP POLICY entry_read ON head_office.entry_unsplit;
ALTER TABLE head_office.entry_unsplit DISABLE ROW LEVEL SECURITY;
ALTER TABLE head_office.entry_unsplit DROP CONSTRAINT entry_pc_fkey;
REVOKE ALL ON head_office.entry_unsplit FROM ${pc}, ${reader}, ${administration};
ALTER INDEX head_office.entry_decisions RENAME TO entry_unsplit_decisions;
`;

const SPLIT = `
CREATE TABLE head_office.entry (LIKE head_office.entry_unsplit INCLUDING DEFAULTS INCLUDING CONSTRAINTS)
  PARTITION BY RANGE (received_at);
CREATE INDEX entry_decisions ON head_office.entry (environment, merchant, received_at) WHERE kind = 'decision';
CREATE TRIGGER entry_no_change BEFORE UPDATE OR DELETE ON head_office.entry
  FOR EACH ROW EXECUTE FUNCTION head_office.refuse_change();
CREATE TRIGGER entry_no_truncate BEFORE TRUNCATE ON head_office.entry
  FOR EACH STATEMENT EXECUTE FUNCTION head_office.refuse_change();
CREATE TRIGGER entry_follows AFTER INSERT ON head_office.entry REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION head_office.entries_follow();

-- A part has the name of the last month that is in it. Months are those of UTC.
CREATE FUNCTION head_office.month_name(month_start timestamptz) RETURNS text LANGUAGE sql STABLE SET search_path = '' AS $$
  SELECT to_char(month_start AT TIME ZONE 'UTC', '"entry_"YYYY_MM')
$$;
CREATE FUNCTION head_office.month_end(month_start timestamptz) RETURNS timestamptz LANGUAGE sql STABLE SET search_path = '' AS $$
  SELECT (month_start AT TIME ZONE 'UTC' + interval '1 month') AT TIME ZONE 'UTC'
$$;
-- Makes this table, which holds entries up to the end of a month, a part. month_start null: from the first entry on.
CREATE FUNCTION head_office.attach_part(part text, month_start timestamptz, until timestamptz) RETURNS void
LANGUAGE plpgsql SET search_path = '' AS $$
BEGIN
  EXECUTE format('CREATE TRIGGER entry_no_truncate BEFORE TRUNCATE ON head_office.%I
    FOR EACH STATEMENT EXECUTE FUNCTION head_office.refuse_change()', part);
  EXECUTE format('ALTER TABLE head_office.entry ATTACH PARTITION head_office.%I FOR VALUES FROM (%s) TO (%L)', part,
    coalesce(quote_literal(month_start), 'MINVALUE'), until);
END $$;
CREATE FUNCTION head_office.make_part(part text) RETURNS void LANGUAGE plpgsql SET search_path = '' AS $$
BEGIN
  EXECUTE format('CREATE TABLE head_office.%I (LIKE head_office.entry INCLUDING DEFAULTS INCLUDING CONSTRAINTS, PRIMARY KEY (pc, seq))',
    part);
END $$;

DO $$
DECLARE
  month_start timestamptz := date_trunc('month', clock_timestamp(), 'UTC');
BEGIN
  EXECUTE format('ALTER TABLE head_office.entry_unsplit RENAME TO %I', head_office.month_name(month_start));
  PERFORM head_office.attach_part(head_office.month_name(month_start), NULL, head_office.month_end(month_start));
END $$;

-- For a PC whose entries were refused because their month is not there.
CREATE FUNCTION head_office.make_month() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
DECLARE
  month_start timestamptz := date_trunc('month', clock_timestamp(), 'UTC');
  part text := head_office.month_name(month_start);
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('months', 0));
  IF to_regclass('head_office.' || part) IS NOT NULL THEN RETURN; END IF;
  PERFORM head_office.make_part(part);
  PERFORM head_office.attach_part(part, month_start, head_office.month_end(month_start));
END $$;
`;

/** What was archived: up to which entry of each PC, and which file has it. */
const ARCHIVED = `
ALTER TABLE head_office.pc ADD COLUMN archived_seq bigint NOT NULL DEFAULT 0;
DROP TRIGGER pc_no_other ON head_office.pc;
CREATE TRIGGER pc_no_other BEFORE UPDATE ON head_office.pc FOR EACH ROW
  WHEN ((NEW.id, NEW.login, NEW.environment, NEW.merchant, NEW.branch, NEW.public_key)
    IS DISTINCT FROM (OLD.id, OLD.login, OLD.environment, OLD.merchant, OLD.branch, OLD.public_key)
    OR NEW.head_seq < OLD.head_seq OR (OLD.withdrawn_at IS NOT NULL AND NEW.withdrawn_at IS NULL)
    OR NEW.archived_seq < OLD.archived_seq OR NEW.archived_seq > NEW.head_seq)
  EXECUTE FUNCTION head_office.refuse_change();

CREATE TABLE head_office.archive (
  number integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  before timestamptz NOT NULL,
  entries bigint NOT NULL,
  sha256 text NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  archived_at timestamptz NOT NULL DEFAULT now()
);
CREATE TRIGGER archive_no_change BEFORE UPDATE OR DELETE ON head_office.archive
  FOR EACH ROW EXECUTE FUNCTION head_office.refuse_change();
CREATE TRIGGER archive_no_truncate BEFORE TRUNCATE ON head_office.archive
  FOR EACH STATEMENT EXECUTE FUNCTION head_office.refuse_change();
`;

/** In plpgsql, and by the time at which the statement began: its plan is kept, and months that are over are not looked into. */
const DECISIONS = `
CREATE OR REPLACE FUNCTION head_office.decisions_on_own()
RETURNS TABLE (pc text, seq bigint, environment text, merchant text, branch text, kind text, at_ms bigint, body text,
  previous bytea, hash bytea, signature bytea, pc_name text, public_key bytea, is_withdrawn boolean)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = '' AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY SELECT e.pc, e.seq, e.environment, e.merchant, e.branch, e.kind, e.at_ms, e.body, e.previous, e.hash, e.signature,
    p.name, p.public_key, p.withdrawn_at IS NOT NULL
  FROM head_office.self() AS own
  JOIN head_office.entry AS e ON e.kind = 'decision' AND e.environment = own.environment AND e.merchant = own.merchant
    AND e.received_at > now() - interval '2 hours'
  JOIN head_office.pc AS p ON p.id = e.pc
  WHERE e.pc <> own.id AND e.branch IN ('', own.branch) AND position('"of":"' || own.id || '"' IN e.body) > 0
  ORDER BY e.received_at, e.pc, e.seq;
END $$;
`;

const RIGHTS = ({ pc, reader, administration }: GroupRoles) => `
ALTER TABLE head_office.entry ENABLE ROW LEVEL SECURITY;
ALTER TABLE head_office.archive ENABLE ROW LEVEL SECURITY;
CREATE POLICY entry_seen ON head_office.entry FOR SELECT TO ${pc} USING (
  environment = (SELECT (head_office.self()).environment) AND merchant = (SELECT (head_office.self()).merchant)
  AND (SELECT (head_office.self()).branch) IN ('', branch));
CREATE POLICY entry_added ON head_office.entry FOR INSERT TO ${pc} WITH CHECK (
  pc = (SELECT (head_office.self()).id) AND environment = (SELECT (head_office.self()).environment)
  AND merchant = (SELECT (head_office.self()).merchant) AND branch = (SELECT (head_office.self()).branch));
CREATE POLICY entry_read ON head_office.entry FOR SELECT TO ${reader}, ${administration} USING (true);
CREATE POLICY archive_read ON head_office.archive FOR SELECT TO ${reader}, ${administration} USING (true);
REVOKE ALL ON FUNCTION head_office.month_name(timestamptz), head_office.month_end(timestamptz), head_office.make_part(text),
  head_office.attach_part(text, timestamptz, timestamptz), head_office.make_month() FROM PUBLIC;
GRANT SELECT ON head_office.entry TO ${pc}, ${reader}, ${administration};
GRANT SELECT ON head_office.archive TO ${reader}, ${administration};
GRANT INSERT (pc, seq, environment, merchant, branch, kind, at_ms, body, previous, hash, signature)
  ON head_office.entry TO ${pc};
GRANT EXECUTE ON FUNCTION head_office.make_month() TO ${pc};
`;

export const months = (roles: GroupRoles): string =>
  [UNSPLIT(roles), SPLIT, ARCHIVED, DECISIONS, RIGHTS(roles)].join('');
