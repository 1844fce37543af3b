/**
 * People of the chain: only a PC that the list has as confirmed adds to it or gives it back, or any while there is none. A PC stops at a
 * change that does not fit, instead of passing it over: whoever holds the record could otherwise leave out a right that was taken
 * away by spoiling its signature, so a PC that is merely enrolled must not be able to stop them all. Which PC put a change there is kept.
 */
import type { GroupRoles } from '../roles.ts';

const CONFIRMED = `
ALTER TABLE head_office.people_change ADD COLUMN put_by text;

-- A body is canonical JSON, so its text can be searched: inside a string a quotation mark has a backslash before it. Nothing is verified here.
CREATE FUNCTION head_office.is_confirmed(of head_office.pc) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = '' AS $$
  SELECT coalesce(max(c.position) FILTER (WHERE position('"pc":{"confirmed":true,"id":"' || of.id || '"' IN c.body) > 0), 0)
    > coalesce(max(c.position) FILTER (WHERE position('"pc":{"confirmed":false,"id":"' || of.id || '"' IN c.body) > 0), 0)
  FROM head_office.people_change AS c WHERE c.environment = of.environment AND c.merchant = of.merchant
$$;

-- Where no confirmed PC is left, as in a record that was restored or made anew, whoever has the list gives it back.
CREATE FUNCTION head_office.may_put_people(own head_office.pc) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = '' AS $$
  SELECT head_office.is_confirmed(own) OR NOT EXISTS (
    SELECT 1 FROM head_office.pc AS p WHERE p.environment = own.environment AND p.merchant = own.merchant
      AND p.withdrawn_at IS NULL AND head_office.is_confirmed(p))
$$;
`;

/** `key`: of a PC that the record may not know; null where it must. */
const ADDING = `
CREATE FUNCTION head_office.put_people(new_position bigint, new_pc text, new_branch text, new_at_ms bigint, new_body text,
  new_previous bytea, new_hash bytea, new_signature bytea, key bytea)
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
  IF NOT head_office.may_put_people(own) THEN
    RAISE EXCEPTION 'head office: only a confirmed PC changes people' USING ERRCODE = 'HO003';
  END IF;
  IF NOT EXISTS (SELECT 1 FROM head_office.pc AS p WHERE p.id = new_pc) AND key IS NOT NULL THEN
    INSERT INTO head_office.people_author (id, public_key) VALUES (new_pc, key) ON CONFLICT (id) DO NOTHING;
  ELSIF NOT EXISTS (SELECT 1 FROM head_office.pc AS p WHERE p.id = new_pc AND p.environment = own.environment
      AND p.merchant = own.merchant) THEN
    RAISE EXCEPTION 'head office: a PC of another merchant' USING ERRCODE = 'HO003';
  END IF;
  INSERT INTO head_office.people_change (environment, merchant, position, pc, branch, at_ms, body, previous, hash, signature, put_by)
    VALUES (own.environment, own.merchant, new_position, new_pc, new_branch, new_at_ms, new_body, new_previous, new_hash,
      new_signature, own.id);
  RETURN true;
END $$;

CREATE OR REPLACE FUNCTION head_office.add_people(new_position bigint, new_pc text, new_branch text, new_at_ms bigint,
  new_body text, new_previous bytea, new_hash bytea, new_signature bytea)
RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
BEGIN
  RETURN head_office.put_people(new_position, new_pc, new_branch, new_at_ms, new_body, new_previous, new_hash, new_signature, NULL);
END $$;

CREATE OR REPLACE FUNCTION head_office.give_back_people(new_position bigint, new_pc text, new_branch text, new_at_ms bigint,
  new_body text, new_previous bytea, new_hash bytea, new_signature bytea, new_public_key bytea)
RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
BEGIN
  RETURN head_office.put_people(new_position, new_pc, new_branch, new_at_ms, new_body, new_previous, new_hash, new_signature,
    new_public_key);
END $$;
`;

const RIGHTS = `
REVOKE ALL ON FUNCTION head_office.is_confirmed(head_office.pc), head_office.may_put_people(head_office.pc),
  head_office.put_people(bigint, text, text, bigint, text, bytea, bytea, bytea, bytea) FROM PUBLIC;
`;

export const peopleOfConfirmed = (_: GroupRoles): string => [CONFIRMED, ADDING, RIGHTS].join('');
