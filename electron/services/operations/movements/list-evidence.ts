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

/** `id`: the gateway's name for what was made; null where it gives none. */
type Made = { readonly id: string | null };
type ListOf<Row> = {
  readonly readPage: (page: number, limit: number) => Promise<Result<GatewayPage<Row>, GatewayError>>;
  readonly idOf: (row: Row) => string;
  /** The row has our name. If the rows with it do not show that the movement was made, a person must look at them. */
  readonly isOurs: (row: Row) => boolean;
  /** What the rows with our name show to be made; null if they do not show all of it. */
  readonly madeIn: (ours: readonly Row[]) => Made | null;
};

/** Of a movement that makes one row. */
export const oneRow =
  <Row>(isMade: (row: Row) => boolean, idOf: (row: Row) => string) =>
  (ours: readonly Row[]): Made | null => {
    const made = ours.find(isMade);
    return made === undefined ? null : { id: idOf(made) };
  };

/** Reads the list from its newest page on until it shows the movement, else to its end. */
export async function readListEvidence<Row extends { readonly createdAt: GatewayTimestamp | null }>(
  { clock }: Pick<ProfileContext, 'clock'>,
  record: OperationRecord,
  sameAccess: boolean,
  { readPage, idOf, isOurs, madeIn }: ListOf<Row>,
): Promise<Result<OwnRead, AppError>> {
  const rows: Row[] = [];
  const ours: Row[] = [];
  let serverAtMs: number | null = null;
  const read = await readAllPages(
    readPage,
    async (page) => {
      rows.push(...page.rows);
      ours.push(...page.rows.filter(isOurs));
      serverAtMs = page.serverAtMs ?? serverAtMs;
    },
    () => madeIn(ours) !== null,
  );
  if (!read.ok) return read;
  const made = madeIn(ours);
  const unproven = ours.length > 0 ? ('inconclusive' as const) : ('negative' as const);
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
    madeId: made?.id ?? null,
  });
}
