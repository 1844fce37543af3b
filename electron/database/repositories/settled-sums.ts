/** What a settled row adds to a sum, as SQL; the bridge has the same (shared/domain/settlement.ts, `signedMinor`). */
const RETURNS = `payment_type IN ('REVERSAL', 'REFUND', 'VOID')`;
export const SIGNED = `(CASE WHEN ${RETURNS} AND amount_minor > 0 THEN -amount_minor ELSE amount_minor END)`;
/** The gateway's own net where it gives one. */
export const NET = `COALESCE(net_minor, ${SIGNED} - COALESCE(fee_minor, 0) - COALESCE(vat_minor, 0))`;
