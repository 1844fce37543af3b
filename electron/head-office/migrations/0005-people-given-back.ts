/**
 * People of the chain, after a restore: a change is taken back also if the restored record does not know the PC that made it. Its
 * public key comes with it, and the PC's id is made of that key. Such a PC has no login and adds nothing: what it signed before is
 * whole again, and whether it counts is judged by the PCs that read it.
 */
import type { GroupRoles } from '../roles.ts';

const AUTHORS = `
CREATE TABLE head_office.people_author (
  id text PRIMARY KEY CHECK (id = left(encode(sha256(public_key), 'hex'), 32)),
  public_key bytea NOT NULL CHECK (length(public_key) = 32),
  given_back_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE TRIGGER author_no_change BEFORE UPDATE OR DELETE ON head_office.people_author
  FOR EACH ROW EXECUTE FUNCTION head_office.refuse_change();
CREATE TRIGGER author_no_truncate BEFORE TRUNCATE ON head_office.people_author
  FOR EACH STATEMENT EXECUTE FUNCTION head_office.refuse_change();
ALTER TABLE head_office.people_change DROP CONSTRAINT people_change_pc_fkey;

CREATE OR REPLACE FUNCTION head_office.people_after(after bigint, most integer)
RETURNS TABLE (seq bigint, pc text, environment text, merchant text, branch text, at_ms bigint, body text, previous bytea,
  hash bytea, signature bytea, pc_name text, public_key bytea)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = '' AS $$
  SELECT c.position, c.pc, c.environment, c.merchant, c.branch, c.at_ms, c.body, c.previous, c.hash, c.signature,
    coalesce(p.name, ''), coalesce(p.public_key, a.public_key)
  FROM head_office.self() AS own
  JOIN head_office.people_change AS c ON c.environment = own.environment AND c.merchant = own.merchant
  LEFT JOIN head_office.pc AS p ON p.id = c.pc
  LEFT JOIN head_office.people_author AS a ON a.id = c.pc
  WHERE c.position > after ORDER BY c.position LIMIT most
$$;
`;

const GIVING_BACK = `
-- As add_people, and it remembers the key of a PC that the record does not know. False if it does not follow the last change.
CREATE FUNCTION head_office.give_back_people(new_position bigint, new_pc text, new_branch text, new_at_ms bigint, new_body text,
  new_previous bytea, new_hash bytea, new_signature bytea, new_public_key bytea)
RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
DECLARE
  own head_office.pc;
  last record;
BEGIN
  IF EXISTS (SELECT 1 FROM head_office.pc AS p WHERE p.id = new_pc) THEN
    RETURN head_office.add_people(new_position, new_pc, new_branch, new_at_ms, new_body, new_previous, new_hash, new_signature);
  END IF;
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
  INSERT INTO head_office.people_author (id, public_key) VALUES (new_pc, new_public_key) ON CONFLICT (id) DO NOTHING;
  INSERT INTO head_office.people_change (environment, merchant, position, pc, branch, at_ms, body, previous, hash, signature)
    VALUES (own.environment, own.merchant, new_position, new_pc, new_branch, new_at_ms, new_body, new_previous, new_hash,
      new_signature);
  RETURN true;
END $$;
`;

const RIGHTS = ({ pc, reader, administration }: GroupRoles) => `
ALTER TABLE head_office.people_author ENABLE ROW LEVEL SECURITY;
CREATE POLICY author_read ON head_office.people_author FOR SELECT TO ${reader}, ${administration} USING (true);
GRANT SELECT ON head_office.people_author TO ${reader}, ${administration};
REVOKE ALL ON FUNCTION
  head_office.give_back_people(bigint, text, text, bigint, text, bytea, bytea, bytea, bytea) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION
  head_office.give_back_people(bigint, text, text, bigint, text, bytea, bytea, bytea, bytea) TO ${pc};
`;

export const peopleGivenBack = (roles: GroupRoles): string => [AUTHORS, GIVING_BACK, RIGHTS(roles)].join('');
