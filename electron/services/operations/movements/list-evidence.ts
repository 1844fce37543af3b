/** What a list of the gateway proves about a movement under a name of our own, whose outcome is not known. */
import type { GatewayTimestamp } from '#shared/time/gateway-timestamp.ts';
import type { AppError, GatewayError } from '#shared/errors/app-error.ts';
import { ok, type Result } from '#shared/errors/result.ts';
import type { GatewayPage } from '../../../gateway/gateway.ts';
import type { OperationRecord } from '../../../journal/operation-record.ts';
import { holdsNewer } from '../../../journal/read-evidence.ts';
import type { ProfileContext } from '../../context.ts';
import { readAllPages } from '../../read-all-pages.ts';
import type { OwnRead } from '../machine/movement.ts';

type ListOf<Row> = {
  readonly readPage: (page: number, limit: number) => Promise<Result<GatewayPage<Row>, GatewayError>>;
  readonly idOf: (row: Row) => string;
  /** The row shows that the movement was made. */
  readonly isMade: (row: Row) => boolean;
  /** The row has our name. If it does not show that the movement was made, a person must look at it. */
  readonly isOurs: (row: Row) => boolean;
};

/** Reads the list from its newest page on until it shows the movement, else to its end. */
export async function readListEvidence<Row extends { readonly createdAt: GatewayTimestamp | null }>(
  { clock }: Pick<ProfileContext, 'clock'>,
  record: OperationRecord,
  sameAccess: boolean,
  { readPage, idOf, isMade, isOurs }: ListOf<Row>,
): Promise<Result<OwnRead, AppError>> {
  const rows: Row[] = [];
  let serverAtMs: number | null = null;
  const read = await readAllPages(
    readPage,
    async (page) => {
      rows.push(...page.rows);
      serverAtMs = page.serverAtMs ?? serverAtMs;
    },
    () => rows.some(isMade),
  );
  if (!read.ok) return read;
  const made = rows.find(isMade);
  const unproven = rows.some(isOurs) ? ('inconclusive' as const) : ('negative' as const);
  const { saleRowId } = record.evidenceBefore;
  return ok({
    evidence: {
      atMs: clock.nowMs(),
      result: made ? 'positive' : unproven,
      complete: read.value.unreadable === 0,
      originalListed: saleRowId === null || rows.some((row) => idOf(row) === saleRowId),
      newerData: holdsNewer(
        record,
        rows.map((row) => row.createdAt),
      ),
      sameAccess,
      serverAtMs,
    },
    madeId: made ? idOf(made) : null,
  });
}
