/** Batons of a PC without a disk: for tests at the level of statements, and for simulated PCs. */
import { randomBytes } from 'node:crypto';
import { createBatons, type Baton, type Batons } from '#electron/head-office/baton.ts';
import {
  claim,
  giveBack,
  takeOver,
  type ClaimAnswer,
  type ClaimRequest,
} from '#electron/head-office/claim.ts';
import type { Connection } from '#electron/head-office/connection.ts';

/** What such a PC would have on its disk. */
export type KeptInMemory = { confirmed: number; batons: readonly Baton[] };
export const nothingKept = (): KeptInMemory => ({ confirmed: 0, batons: [] });

const random = () => randomBytes(16).toString('hex');
export const batonsOf = (kept: KeptInMemory, newToken: () => string = random): Batons =>
  createBatons(
    {
      kept: () => kept,
      add: (baton) => void (kept.batons = [...kept.batons, baton]),
      confirm(count) {
        kept.batons = kept.batons.filter((one) => one.count >= count);
        kept.confirmed = count;
      },
      drop: (count) => void (kept.batons = kept.batons.filter((one) => one.count !== count)),
    },
    newToken,
  );

/** Claims as the thread of head office does; rejects with the server's refusal. */
export async function claimWith(
  connection: Connection,
  batons: Batons,
  asked: ClaimRequest,
): Promise<ClaimAnswer> {
  const answer = await batons.passing(async (pass) => ({
    ok: true as const,
    value: await claim(connection, asked, pass()),
  }));
  return answer.value;
}

type By = { readonly connection: Connection; readonly batons: Batons };
export const claimBy = ({ connection, batons }: By, asked: ClaimRequest) =>
  claimWith(connection, batons, asked);
export const giveBackBy = ({ connection, batons }: By, opId: string, moved: boolean) =>
  giveBack(connection, { opId, moved }, batons.held());
export const takeOverBy = ({ connection, batons }: By, number: number) =>
  takeOver(connection, number, batons.held());
