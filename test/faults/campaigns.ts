/** The campaigns by the measure they prove; closing the day has none of its own. */
import { powerCuts } from './disk/power-cut.ts';
import type { Campaign } from './figure.ts';
import { claims } from './head-office/claims.ts';
import { cuts } from './head-office/cuts.ts';
import { tampering } from './head-office/tampering.ts';
import { kills } from './kill/campaign.ts';
import { closeKills } from './kill/close-campaign.ts';
import { chains, histories, modelRuns } from './simulation/campaigns.ts';
import { suites } from './suites.ts';
import { wire } from './wire-campaign.ts';

export const campaigns = {
  R1: wire,
  R3: kills,
  R4: powerCuts,
  R5: suites('R5', ['test/faults/wire.test.ts', 'test/electron/gateway/answers.property.test.ts']),
  R6: modelRuns,
  R7: suites('R7', ['test/faults/one-request.test.ts'], 'R7'),
  R8: histories,
  R10: suites('R10', ['test/faults/journal/cache-damage.test.ts']),
  R11: suites('R11', ['test/faults/journal/journal-damage.test.ts']),
  R12: suites('R12', ['test/faults/journal/backups.test.ts']),
  R13: suites('R13', ['test/faults/disk/storage.test.ts', 'test/faults/journal/no-room.test.ts']),
  R14: suites('R14', ['test/faults/clock.test.ts']),
  R15: suites('R15', ['test/electron/audit/verify.test.ts']),
  closing: closeKills,
  'head-office-tampering': tampering,
  'head-office-cuts': cuts,
  'head-office-claims': claims,
  'head-office-chains': chains,
  sums: suites('sums', ['test/one-truth/one-truth.test.ts']),
  learnt: suites('learnt', ['test/electron/gateway/shapes/learnt-fuzz.test.ts']),
  'settled-sync': suites('settled-sync', [
    'test/faults/settled-sync.test.ts',
    'test/electron/services/settlement/sync-settled.property.test.ts',
  ]),
} as const satisfies Record<string, Campaign>;
