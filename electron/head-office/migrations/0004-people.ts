/**
 * People of the chain: one list of changes for all PCs of a merchant, in one order. A change says which one it follows, and is taken
 * only if that is still the last: of two that come at once one is told to read on first. Whoever may make one is judged by the PCs
 * that read it. The list reaches every PC of the merchant, whatever its branch.
 */
import type { GroupRoles } from '../roles.ts';

const TABLE = `
CREATE TABLE head_office.people_change (
  environment text NOT NULL,
  merchant text NOT NULL,
  position bigint NOT NULL CHECK (position > 0),
  pc text NOT NULL REFERENCES head_office.pc (id),
  branch text NOT NULL,
  at_ms bigint NOT NULL,
  body text NOT NULL,
  previous bytea NOT NULL,
  hash bytea NOT NULL CHECK (length(hash) = 32),
  signature bytea NOT NULL,
  received_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (environment, merchant, position)
);
CREATE TRIGGER people_no_change BEFORE UPDATE OR DELETE ON head_office.people_change
  FOR EACH ROW EXECUTE FUNCTION head_office.refuse_change();
CREATE TRIGGER people_no_truncate BEFORE TRUNCATE ON head_office.people_change
  FOR EACH STATEMENT EXECUTE FUNCTION head_office.refuse_change();
`;

const READING = `
-- The last change; no row where there is none.
CREATE FUNCTION head_office.people_head() RETURNS TABLE (last_position bigint, last_hash bytea)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = '' AS $$
  SELECT c.position, c.hash FROM head_office.self() AS own
  JOIN head_office.people_change AS c ON c.environment = own.environment AND c.merchant = own.merchant
  ORDER BY c.position DESC LIMIT 1
$$;

CREATE FUNCTION head_office.people_after(after bigint, most integer)
RETURNS TABLE (seq bigint, pc text, environment text, merchant text, branch text, at_ms bigint, body text, previous bytea,
  hash bytea, signature bytea, pc_name text, public_key bytea)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = '' AS $$
  SELECT c.position, c.pc, c.environment, c.merchant, c.branch, c.at_ms, c.body, c.previous, c.hash, c.signature, p.name,
    p.public_key
  FROM head_office.self() AS own
  JOIN head_office.people_change AS c ON c.environment = own.environment AND c.merchant = own.merchant
  JOIN head_office.pc AS p ON p.id = c.pc
  WHERE c.position > after ORDER BY c.position LIMIT most
$$;
`;

const ADDING = `
-- False if it does not follow the last one. Sent once more after an answer that was lost, it is there. A change of another PC is
-- taken too: a record that was restored from an older copy is given back what it lost.
CREATE FUNCTION head_office.add_people(new_position bigint, new_pc text, new_branch text, new_at_ms bigint, new_body text,
  new_previous bytea, new_hash bytea, new_signature bytea)
RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
DECLARE
  own head_office.pc;
  last record;
BEGIN
  SELECT * INTO own FROM head_office.pc WHERE login = session_user AND withdrawn_at IS NULL;
  IF own.id IS NULL THEN
    RAISE EXCEPTION 'head office: % is no PC, or a withdrawn one', session_user USING ERRCODE = 'HO002';
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('people:' || own.environment || ':' || own.merchant, 0));
  IF EXISTS (SELECT 1 FROM head_office.people_change AS c WHERE c.environment = own.environment AND c.merchant = own.merchant
      AND c.position = new_position AND c.hash = new_hash) THEN RETURN true; END IF;
  SELECT c.position, c.hash INTO last FROM head_office.people_change AS c
    WHERE c.environment = own.environment AND c.merchant = own.merchant ORDER BY c.position DESC LIMIT 1;
  IF new_position <> coalesce(last.position, 0) + 1 OR (last.hash IS NOT NULL AND last.hash <> new_previous) THEN
    RETURN false;
  END IF;
  IF NOT EXISTS (SELECT 1 FROM head_office.pc AS p WHERE p.id = new_pc AND p.environment = own.environment
      AND p.merchant = own.merchant) THEN
    RAISE EXCEPTION 'head office: a PC of another merchant' USING ERRCODE = 'HO003';
  END IF;
  INSERT INTO head_office.people_change (environment, merchant, position, pc, branch, at_ms, body, previous, hash, signature)
    VALUES (own.environment, own.merchant, new_position, new_pc, new_branch, new_at_ms, new_body, new_previous, new_hash,
      new_signature);
  RETURN true;
END $$;
`;

const RIGHTS = ({ pc, reader, administration }: GroupRoles) => `
ALTER TABLE head_office.people_change ENABLE ROW LEVEL SECURITY;
CREATE POLICY people_read ON head_office.people_change FOR SELECT TO ${reader}, ${administration} USING (true);
REVOKE ALL ON FUNCTION head_office.people_head(), head_office.people_after(bigint, integer),
  head_office.add_people(bigint, text, text, bigint, text, bytea, bytea, bytea) FROM PUBLIC;
GRANT SELECT ON head_office.people_change TO ${reader}, ${administration};
GRANT EXECUTE ON FUNCTION head_office.people_head(), head_office.people_after(bigint, integer),
  head_office.add_people(bigint, text, text, bigint, text, bytea, bytea, bytea) TO ${pc};
`;

export const people = (roles: GroupRoles): string => [TABLE, READING, ADDING, RIGHTS(roles)].join('');
