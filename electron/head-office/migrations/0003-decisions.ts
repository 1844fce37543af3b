/**
 * Decisions on requests for approval. A shop's PC sees no entries of the office, so what the office decided about its own requests
 * comes to it by a function: that entry, and the key that it was signed with. The PC verifies it.
 */
import type { GroupRoles } from '../roles.ts';

export const decisions = ({ pc }: GroupRoles): string => `
CREATE INDEX entry_decisions ON head_office.entry (environment, merchant, received_at) WHERE kind = 'decision';

-- By PCs that see this PC's branch. Two hours: a decision holds for minutes. A body is canonical JSON, so its text can be searched.
CREATE FUNCTION head_office.decisions_on_own()
RETURNS TABLE (pc text, seq bigint, environment text, merchant text, branch text, kind text, at_ms bigint, body text,
  previous bytea, hash bytea, signature bytea, pc_name text, public_key bytea, is_withdrawn boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = '' AS $$
  SELECT e.pc, e.seq, e.environment, e.merchant, e.branch, e.kind, e.at_ms, e.body, e.previous, e.hash, e.signature,
    p.name, p.public_key, p.withdrawn_at IS NOT NULL
  FROM head_office.self() AS own
  JOIN head_office.entry AS e ON e.kind = 'decision' AND e.environment = own.environment AND e.merchant = own.merchant
    AND e.received_at > clock_timestamp() - interval '2 hours'
  JOIN head_office.pc AS p ON p.id = e.pc
  WHERE e.pc <> own.id AND e.branch IN ('', own.branch) AND position('"of":"' || own.id || '"' IN e.body) > 0
  ORDER BY e.received_at, e.pc, e.seq
$$;
REVOKE ALL ON FUNCTION head_office.decisions_on_own() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION head_office.decisions_on_own() TO ${pc};
`;
