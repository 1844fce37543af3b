/**
 * Claims: one mover for one piece of money. A claim is made before a movement is stored on its PC, and is given back with its
 * ending. What is claimed is here as hashes only: the server can compare it and cannot read it.
 *
 * The claims of one merchant are made one after the other, so two that come at once cannot both find nothing in their way; the
 * unique index holds the same a second time. A claim is never taken away by a clock.
 */
import type { GroupRoles } from '../roles.ts';

const HOME = `
-- The PC of a branch that may move money on its terminals while head office is not reached. At most one a branch.
ALTER TABLE head_office.pc ADD COLUMN is_home boolean NOT NULL DEFAULT false;
CREATE UNIQUE INDEX one_home ON head_office.pc (environment, merchant, branch) WHERE is_home;
UPDATE head_office.pc SET is_home = true WHERE id IN (
  SELECT DISTINCT ON (environment, merchant, branch) id FROM head_office.pc
  WHERE branch <> '' AND withdrawn_at IS NULL ORDER BY environment, merchant, branch, enrolled_at, id);

-- The first PC of a branch is its home, until somebody says otherwise or it is withdrawn.
CREATE FUNCTION head_office.first_is_home() RETURNS trigger LANGUAGE plpgsql SET search_path = '' AS $$
BEGIN
  NEW.is_home := NEW.branch <> '' AND NOT EXISTS (SELECT 1 FROM head_office.pc AS p WHERE p.is_home
    AND (p.environment, p.merchant, p.branch) = (NEW.environment, NEW.merchant, NEW.branch));
  RETURN NEW;
END $$;
CREATE TRIGGER pc_first_is_home BEFORE INSERT ON head_office.pc
  FOR EACH ROW EXECUTE FUNCTION head_office.first_is_home();
CREATE FUNCTION head_office.withdrawn_is_no_home() RETURNS trigger LANGUAGE plpgsql SET search_path = '' AS $$
BEGIN
  NEW.is_home := false;
  RETURN NEW;
END $$;
CREATE TRIGGER pc_withdrawn_is_no_home BEFORE UPDATE ON head_office.pc FOR EACH ROW
  WHEN (NEW.withdrawn_at IS NOT NULL AND NEW.is_home) EXECUTE FUNCTION head_office.withdrawn_is_no_home();

-- Answers the branch. Null if there is no such PC, if it is withdrawn, or if it sees every branch: then it has no home.
CREATE FUNCTION head_office.make_home(pc_id text) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
DECLARE
  chosen head_office.pc;
BEGIN
  SELECT * INTO chosen FROM head_office.pc WHERE id = pc_id AND withdrawn_at IS NULL AND branch <> '';
  IF chosen.id IS NULL THEN RETURN NULL; END IF;
  UPDATE head_office.pc AS p SET is_home = false WHERE p.is_home
    AND (p.environment, p.merchant, p.branch) = (chosen.environment, chosen.merchant, chosen.branch);
  UPDATE head_office.pc SET is_home = true WHERE id = pc_id;
  RETURN chosen.branch;
END $$;

`;

const CLAIMS = `
CREATE TABLE head_office.claim (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  pc text NOT NULL REFERENCES head_office.pc (id),
  op_id text NOT NULL CHECK (length(op_id) BETWEEN 1 AND 80),
  environment text NOT NULL,
  merchant text NOT NULL,
  branch text NOT NULL,
  kind text NOT NULL,
  terminal text,
  actor text NOT NULL,
  subject text NOT NULL CHECK (subject ~ '^[0-9a-f]{32}$'),
  members text[] NOT NULL, -- the subject among them
  claimed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ended_at timestamptz,
  ending text CHECK (ending IN ('moved', 'not-moved', 'taken-over')),
  taken_by text REFERENCES head_office.pc (id),
  CHECK ((ended_at IS NULL) = (ending IS NULL) AND (taken_by IS NOT NULL) = (ending IS NOT DISTINCT FROM 'taken-over'))
);
CREATE UNIQUE INDEX one_mover ON head_office.claim (environment, merchant, subject) WHERE ended_at IS NULL;
CREATE UNIQUE INDEX one_claim ON head_office.claim (pc, op_id) WHERE ended_at IS NULL;
CREATE INDEX open_claims ON head_office.claim (environment, merchant) WHERE ended_at IS NULL;
CREATE INDEX moved_claims ON head_office.claim (environment, merchant, ended_at) WHERE ending = 'moved';

CREATE TRIGGER claim_no_delete BEFORE DELETE ON head_office.claim
  FOR EACH ROW EXECUTE FUNCTION head_office.refuse_change();
CREATE TRIGGER claim_no_truncate BEFORE TRUNCATE ON head_office.claim
  FOR EACH STATEMENT EXECUTE FUNCTION head_office.refuse_change();
CREATE TRIGGER claim_no_other BEFORE UPDATE ON head_office.claim FOR EACH ROW
  WHEN (OLD.ended_at IS NOT NULL
    OR (NEW.pc, NEW.op_id, NEW.environment, NEW.merchant, NEW.branch, NEW.kind, NEW.terminal, NEW.actor, NEW.subject,
      NEW.members, NEW.claimed_at) IS DISTINCT FROM (OLD.pc, OLD.op_id, OLD.environment, OLD.merchant, OLD.branch, OLD.kind,
      OLD.terminal, OLD.actor, OLD.subject, OLD.members, OLD.claimed_at))
  EXECUTE FUNCTION head_office.refuse_change();

-- The PC of this login for a change of claims; the claims of its merchant wait for each other until the transaction ends.
CREATE FUNCTION head_office.claimant() RETURNS head_office.pc LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
DECLARE
  own head_office.pc;
BEGIN
  SELECT * INTO own FROM head_office.pc WHERE login = session_user AND withdrawn_at IS NULL;
  IF own.id IS NULL THEN
    RAISE EXCEPTION 'head office: % is no PC, or a withdrawn one', session_user USING ERRCODE = 'HO002';
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('claims:' || own.environment || ':' || own.merchant, 0));
  RETURN own;
END $$;

-- 'claimed', or what is in the way: 'held' by an open claim, or 'moved' by another PC within the last moved_within_ms.
-- Asked again by the PC that holds it, it is claimed: an answer may have been lost.
CREATE FUNCTION head_office.claim(claimed_op text, claimed_kind text, claimed_by text, claimed_subject text,
  claimed_members text[], claimed_terminal text, excluded_kind text, moved_within_ms bigint)
RETURNS TABLE (outcome text, claim_number bigint) LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
DECLARE
  own head_office.pc := head_office.claimant();
  hit bigint;
BEGIN
  SELECT number INTO hit FROM head_office.claim AS c WHERE c.ended_at IS NULL AND c.pc = own.id AND c.op_id = claimed_op;
  IF hit IS NOT NULL THEN RETURN QUERY SELECT 'claimed', hit; RETURN; END IF;
  SELECT number INTO hit FROM head_office.claim AS c
    WHERE c.environment = own.environment AND c.merchant = own.merchant AND c.ended_at IS NULL
      AND (c.members && claimed_members OR (c.terminal = claimed_terminal AND c.kind = excluded_kind))
    ORDER BY number LIMIT 1;
  IF hit IS NOT NULL THEN RETURN QUERY SELECT 'held', hit; RETURN; END IF;
  SELECT number INTO hit FROM head_office.claim AS c
    WHERE c.environment = own.environment AND c.merchant = own.merchant AND c.ending = 'moved' AND c.pc <> own.id
      AND c.ended_at > clock_timestamp() - moved_within_ms * interval '1 millisecond' AND c.members && claimed_members
    ORDER BY number DESC LIMIT 1;
  IF hit IS NOT NULL THEN RETURN QUERY SELECT 'moved', hit; RETURN; END IF;
  INSERT INTO head_office.claim AS c (pc, op_id, environment, merchant, branch, kind, terminal, actor, subject, members)
    VALUES (own.id, claimed_op, own.environment, own.merchant, own.branch, claimed_kind, claimed_terminal, claimed_by,
      claimed_subject, claimed_members)
    RETURNING number INTO hit;
  RETURN QUERY SELECT 'claimed', hit;
END $$;

-- False if this PC holds no open claim for it: given back before, or taken over.
CREATE FUNCTION head_office.give_back(claimed_op text, has_moved boolean) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
DECLARE
  own head_office.pc := head_office.claimant();
BEGIN
  UPDATE head_office.claim AS c SET ended_at = clock_timestamp(), ending = CASE WHEN has_moved THEN 'moved' ELSE 'not-moved' END
    WHERE c.ended_at IS NULL AND c.pc = own.id AND c.op_id = claimed_op;
  RETURN FOUND;
END $$;

-- False if it has ended meanwhile.
CREATE FUNCTION head_office.take_over(taken bigint) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
DECLARE
  own head_office.pc := head_office.claimant();
BEGIN
  UPDATE head_office.claim AS c SET ended_at = clock_timestamp(), ending = 'taken-over', taken_by = own.id
    WHERE c.ended_at IS NULL AND c.number = taken AND c.environment = own.environment AND c.merchant = own.merchant;
  RETURN FOUND;
END $$;

`;

/** Who has what is no secret among the PCs of a merchant: a shop must be told that the office is doing it. */
const RIGHTS = ({ pc, reader, administration }: GroupRoles) => `
CREATE FUNCTION head_office.claims_seen(numbers bigint[])
RETURNS TABLE (number bigint, pc text, pc_name text, op_id text, kind text, terminal text, actor text, claimed_at timestamptz,
  ended_at timestamptz) LANGUAGE sql STABLE SECURITY DEFINER SET search_path = '' AS $$
  SELECT c.number, c.pc, p.name, c.op_id, c.kind, c.terminal, c.actor, c.claimed_at, c.ended_at
  FROM head_office.claim AS c JOIN head_office.pc AS p ON p.id = c.pc, head_office.self() AS own
  WHERE c.environment = own.environment AND c.merchant = own.merchant
    AND CASE WHEN numbers IS NULL THEN c.ended_at IS NULL ELSE c.number = ANY (numbers) END
  ORDER BY c.number
$$;

ALTER TABLE head_office.claim ENABLE ROW LEVEL SECURITY;
CREATE POLICY claim_read ON head_office.claim FOR SELECT TO ${reader}, ${administration} USING (true);
REVOKE ALL ON FUNCTION head_office.first_is_home(), head_office.withdrawn_is_no_home(), head_office.make_home(text),
  head_office.claimant(), head_office.claim(text, text, text, text, text[], text, text, bigint),
  head_office.give_back(text, boolean), head_office.take_over(bigint), head_office.claims_seen(bigint[]) FROM PUBLIC;
GRANT SELECT ON head_office.claim TO ${reader}, ${administration};
GRANT EXECUTE ON FUNCTION head_office.claim(text, text, text, text, text[], text, text, bigint),
  head_office.give_back(text, boolean), head_office.take_over(bigint), head_office.claims_seen(bigint[]) TO ${pc};
GRANT EXECUTE ON FUNCTION head_office.make_home(text) TO ${administration};
`;

export const claims = (roles: GroupRoles): string => [HOME, CLAIMS, RIGHTS(roles)].join('');
