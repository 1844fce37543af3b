/** The rows of kept lists: what readings of them have in common. */
import type { KeptCell, KeptLine, KeptValue } from '#shared/contract/kept.ts';
import type { KeptColumn } from '#shared/domain/kept-lists.ts';
import type { OpenEnum } from '#shared/domain/open-enum.ts';
import type { AppError, GatewayError } from '#shared/errors/app-error.ts';
import { ok, type Result } from '#shared/errors/result.ts';
import type { Money } from '#shared/money/money.ts';
import type { GatewayTimestamp } from '#shared/time/gateway-timestamp.ts';
import type { ReadRow } from '../../database/repositories/kept-values.ts';
import type { Gateway, GatewayPage } from '../../gateway/gateway.ts';
import { readAllPages } from '../read-all-pages.ts';

export type From = { gateway: Gateway; merchantId: string; nowMs: number };
type Read = Promise<Result<{ unreadable: number }, GatewayError>>;
/** Takes rows as they come. Answers true if no more are needed. */
type Take = (rows: ReadRow[]) => Promise<boolean>;
export type ReadList = (from: From, take: Take) => Read;
/** Answers what is known of a row now. */
export type ReadOne = (from: From, key: string, stored: KeptValue) => Promise<Result<KeptValue, AppError>>;

type Given = { [C in KeptColumn]?: KeptCell | null };

export const text = (value: string | number | null): KeptCell | null =>
  value === null || value === '' ? null : { is: 'text', text: String(value) };
export const money = (value: Money | null): KeptCell | null => value && { is: 'money', money: value };
export const time = (value: GatewayTimestamp | null): KeptCell | null => value && { is: 'time', at: value };
/** A word of the gateway, whether or not we know it. */
export const word = (value: OpenEnum<string> | null): KeptCell | null =>
  value && text(value.kind === 'known' ? value.value : value.raw);
/** The flags that are set, by their names. */
export const flags = (given: Readonly<Record<string, boolean | null>>): KeptCell | null =>
  text(
    Object.entries(given)
      .filter(([, isSet]) => isSet === true)
      .map(([name]) => name)
      .join(' '),
  );

/** Leaves out values that were not given. */
export const rowOf = (key: string, given: Given, lines: KeptLine[] = []): ReadRow => ({
  key,
  cells: Object.fromEntries(Object.entries(given).filter(([, cell]) => cell !== null)),
  lines,
});

/** Makes keys unique: two rows may have the same name. */
function withOwnKeys(rows: readonly ReadRow[]): ReadRow[] {
  const met = new Map<string, number>();
  return rows.map((row) => {
    const times = (met.get(row.key) ?? 0) + 1;
    met.set(row.key, times);
    return times === 1 ? row : { ...row, key: `${row.key} ${times}` };
  });
}

/** A list that comes page by page. */
export const paged =
  <T>(
    page: (from: From, page: number, limit: number) => Promise<Result<GatewayPage<T>, GatewayError>>,
    rowsOf: (value: T) => ReadRow[],
  ): ReadList =>
  (from, take) => {
    let isEnough = false;
    return readAllPages(
      (number, limit) => page(from, number, limit),
      async ({ rows }) => void (isEnough = await take(rows.flatMap(rowsOf))),
      () => isEnough,
    );
  };

/** A list that comes whole. */
export const whole =
  (read: (from: From) => Promise<Result<{ rows: ReadRow[]; unreadable: number }, GatewayError>>): ReadList =>
  async (from, take) => {
    const answer = await read(from);
    if (!answer.ok) return answer;
    await take(withOwnKeys(answer.value.rows));
    return ok({ unreadable: answer.value.unreadable });
  };

/** A line of a part, such as a state and when it began. */
export const lineOf = (part: KeptLine['part'], name: string | null, cell: KeptCell | null): KeptLine => ({
  part,
  name,
  cell,
});
/** A number as it may be kept: its last four digits. */
export const lastFour = (number: string | null): KeptCell | null => {
  const digits = (number ?? '').replace(/\D/g, '').slice(-4);
  return digits === '' ? null : text(`•••• ${digits}`);
};
