/**
 * The baton of each PC: a claim names those that the PC kept, and the one that comes after it. Where the last one here is none of them,
 * another computer has claimed as this PC, or its disk is an older copy: it is refused before anything is changed. A count that is
 * lower than what the PC was told before is this record's own older copy, and takes the PC's.
 */
import type { GroupRoles } from '../roles.ts';

const BATON = `
CREATE TABLE head_office.baton (
  pc text PRIMARY KEY REFERENCES head_office.pc (id),
  count bigint NOT NULL CHECK (count > 0),
  token text NOT NULL CHECK (token ~ '^[0-9a-f]{32}$'),
  passed_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
ALTER TABLE head_office.baton ENABLE ROW LEVEL SECURITY;

CREATE FUNCTION head_office.own_baton() RETURNS TABLE (last_count bigint, last_token text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = '' AS $$
  SELECT b.count, b.token FROM head_office.self() AS own JOIN head_office.baton AS b ON b.pc = own.id
$$;

-- After claimant(): the claims of a merchant wait for each other, so nobody passes it on meanwhile.
CREATE FUNCTION head_office.hold_baton(own_pc text, confirmed bigint, held text[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM head_office.baton AS b WHERE b.pc = own_pc AND b.count >= confirmed AND b.token <> ALL (held)) THEN
    RAISE EXCEPTION 'head office: another computer has claimed as PC %', own_pc USING ERRCODE = 'HO008';
  END IF;
END $$;
`;

/** A Closeout that knows no baton asks as before, until a newer one has claimed as its PC. */
const CLAIMS = `
ALTER FUNCTION head_office.claim(text, text, text, text, text[], text, text, bigint) RENAME TO claim_granted;
ALTER FUNCTION head_office.give_back(text, boolean) RENAME TO given_back;
ALTER FUNCTION head_office.take_over(bigint) RENAME TO taken_over;

CREATE FUNCTION head_office.claim(claimed_op text, claimed_kind text, claimed_by text, claimed_subject text,
  claimed_members text[], claimed_terminal text, excluded_kind text, moved_within_ms bigint,
  confirmed bigint, held text[], passed_count bigint, passed_token text)
RETURNS TABLE (outcome text, claim_number bigint) LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
DECLARE
  own head_office.pc := head_office.claimant();
BEGIN
  -- Asked again after an answer that was lost, the one that comes after is here already.
  PERFORM head_office.hold_baton(own.id, confirmed, held || passed_token);
  INSERT INTO head_office.baton AS b (pc, count, token) VALUES (own.id, passed_count, passed_token)
    ON CONFLICT (pc) DO UPDATE SET count = excluded.count, token = excluded.token, passed_at = excluded.passed_at;
  RETURN QUERY SELECT * FROM head_office.claim_granted(claimed_op, claimed_kind, claimed_by, claimed_subject, claimed_members,
    claimed_terminal, excluded_kind, moved_within_ms);
END $$;

CREATE FUNCTION head_office.give_back(claimed_op text, has_moved boolean, confirmed bigint, held text[]) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
DECLARE
  own head_office.pc := head_office.claimant();
BEGIN
  PERFORM head_office.hold_baton(own.id, confirmed, held);
  RETURN head_office.given_back(claimed_op, has_moved);
END $$;

CREATE FUNCTION head_office.take_over(taken bigint, confirmed bigint, held text[]) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
DECLARE
  own head_office.pc := head_office.claimant();
BEGIN
  PERFORM head_office.hold_baton(own.id, confirmed, held);
  RETURN head_office.taken_over(taken);
END $$;

CREATE FUNCTION head_office.claim(claimed_op text, claimed_kind text, claimed_by text, claimed_subject text,
  claimed_members text[], claimed_terminal text, excluded_kind text, moved_within_ms bigint)
RETURNS TABLE (outcome text, claim_number bigint) LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
DECLARE
  own head_office.pc := head_office.claimant();
BEGIN
  PERFORM head_office.hold_baton(own.id, 0, '{}');
  RETURN QUERY SELECT * FROM head_office.claim_granted(claimed_op, claimed_kind, claimed_by, claimed_subject, claimed_members,
    claimed_terminal, excluded_kind, moved_within_ms);
END $$;

CREATE FUNCTION head_office.give_back(claimed_op text, has_moved boolean) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
BEGIN
  RETURN head_office.give_back(claimed_op, has_moved, 0, '{}');
END $$;

CREATE FUNCTION head_office.take_over(taken bigint) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
BEGIN
  RETURN head_office.take_over(taken, 0, '{}');
END $$;
`;

const ASKED = `head_office.own_baton(),
  head_office.claim(text, text, text, text, text[], text, text, bigint, bigint, text[], bigint, text),
  head_office.give_back(text, boolean, bigint, text[]), head_office.take_over(bigint, bigint, text[]),
  head_office.claim(text, text, text, text, text[], text, text, bigint), head_office.give_back(text, boolean),
  head_office.take_over(bigint)`;

const RIGHTS = ({ pc }: GroupRoles) => `
REVOKE ALL ON FUNCTION head_office.hold_baton(text, bigint, text[]), ${ASKED} FROM PUBLIC;
REVOKE ALL ON FUNCTION head_office.claim_granted(text, text, text, text, text[], text, text, bigint),
  head_office.given_back(text, boolean), head_office.taken_over(bigint) FROM ${pc};
GRANT EXECUTE ON FUNCTION ${ASKED} TO ${pc};
`;

export const baton = (roles: GroupRoles): string => [BATON, CLAIMS, RIGHTS(roles)].join('');
