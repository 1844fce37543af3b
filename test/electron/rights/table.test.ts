import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { createServe, type WireResult } from '#electron/transport/serve.ts';
import { startCore, type Core } from '#electron/core/core.ts';
import { contract, type Channel } from '#shared/contract/index.ts';
import { neededFor } from '#shared/contract/rights.ts';
import { mayDo, rights, roles, type Role } from '#shared/domain/rights.ts';
import { ADMINISTRATOR, PINS, signIn } from '../signed-in.ts';
import { memoryKeychain } from '../services/people/bench.ts';
import { sampleOf } from './sample.ts';
import { coreOptions } from '../core-options.ts';

/** Last, because they change who is signed in, or take long: everything else is tried before. */
const LAST: readonly Channel[] = [
  'profiles.startPractice',
  'profiles.practiseAgain',
  'people.unlock',
  'people.lock',
];
const channels = [
  ...(Object.keys(contract) as Channel[]).filter((channel) => !LAST.includes(channel)),
  ...LAST,
];

const system = memoryKeychain();
const folders: string[] = [];
const silent = { error: () => {} };

async function start(): Promise<Core> {
  const dataDir = mkdtempSync(join(tmpdir(), 'closeout-rights-'));
  folders.push(dataDir);
  const started = await startCore(coreOptions(dataDir, system));
  if (!started.ok) throw new Error(started.error.code);
  return started.value;
}
const inputOf = (channel: Channel) => sampleOf(contract[channel].input as z.ZodType);
const refusalOf = (answer: WireResult): string =>
  !answer.ok &&
  answer.error.kind === 'people' &&
  ['locked', 'not-allowed', 'no-people'].includes(answer.error.code)
    ? answer.error.code
    : 'allowed';

/** Every channel as this role, one after another. */
async function tryAll(role: Role | null): Promise<Record<string, string>> {
  const core = await start();
  const serve = createServe(core.handlers, silent);
  if (role) {
    const state = await core.handlers['people.state']({});
    const face = state.ok ? state.value.people.find((one) => one.role === role) : undefined;
    await core.handlers['people.unlock']({ personId: face?.personId ?? '', pin: PINS[role] });
  }
  const answers: Record<string, string> = {};
  for (const channel of channels) {
    answers[channel] = refusalOf(await serve(channel, inputOf(channel)));
  }
  await core.stop();
  return answers;
}

const wantedFor = (role: Role | null): Record<string, string> =>
  Object.fromEntries(
    channels.map((channel) => {
      const needed = neededFor(channel);
      if (needed === 'always') return [channel, 'allowed'];
      if (!role) return [channel, 'locked'];
      const any = needed === 'signed-in' || [needed].flat().some((right) => mayDo(role, right));
      return [channel, any ? 'allowed' : 'not-allowed'];
    }),
  );

describe('the rights table', () => {
  it('gives each right to these roles', () => {
    const table = rights.map((right) => `${right}: ${roles.filter((role) => mayDo(role, right)).join(' ')}`);
    expect(table).toEqual([
      'see: viewer cashier manager finance administrator',
      'terminals.read: cashier manager administrator',
      'terminals.manage: manager administrator',
      'acknowledge: cashier manager administrator',
      'reverse: cashier manager administrator',
      'instant-settle: finance administrator',
      'order-movements: manager finance administrator',
      'bill: cashier manager finance administrator',
      'customers: manager finance administrator',
      'catalogue: manager administrator',
      'saved-cards: finance administrator',
      'payouts: finance administrator',
      'integration: administrator',
      'credentials: administrator',
      'operations.check: cashier manager finance administrator',
      'operations.resolve: manager finance administrator',
      'close.count: cashier manager administrator',
      'close.see-expected: manager finance administrator',
      'close.confirm: manager administrator',
      'close.reopen: manager administrator',
      'approve: manager finance administrator',
      'reconcile: finance administrator',
      'words.say: manager administrator',
      'settings.app: administrator',
      'settings.profiles: administrator',
      'settings.people: administrator',
      'activity.export: manager finance administrator',
      'activity.accept: administrator',
    ]);
  });

  it('guards each call that does more than show with this right', () => {
    const asked: Record<string, string[]> = {};
    for (const channel of Object.keys(contract) as Channel[]) {
      const needed = neededFor(channel);
      if (needed !== 'see') (asked[[needed].flat().join(' | ')] ??= []).push(channel);
    }
    expect(asked).toEqual({
      always: [
        'app.status',
        'app.settings.get',
        'app.settings.set',
        'people.state',
        'people.begin',
        'people.unlock',
        'people.useCode',
        'people.lock',
        'notices.tell',
        'policy.get',
      ],
      'settings.app': [
        'app.settings.setShared',
        'people.setRules',
        'closing.settings.set',
        'reports.setFolder',
        'reconciliation.settings.set',
        'updates.setChannel',
        'updates.look',
        'updates.back',
        'updates.install',
        'support.connect',
        'support.moveData',
        'backup.state',
        'backup.setSchedule',
        'backup.make',
      ],
      'settings.profiles': [
        'profiles.sealWith',
        'profiles.connect',
        'profiles.update',
        'profiles.replaceKeys',
        'profiles.remove',
        'profiles.checkConnection',
        'answers.list',
        'answers.learn',
        'answers.confirm',
        'answers.change',
        'answers.putBack',
        'answers.walk',
        'enrolment.make',
        'enrolment.use',
        'headOffice.join',
        'headOffice.leave',
        'backup.restore',
      ],
      'terminals.read': [
        'terminals.refreshList',
        'terminals.read',
        'terminals.readAll',
        'terminals.cancelReadAll',
      ],
      'terminals.manage': ['terminals.add', 'terminals.update', 'terminals.remove'],
      'operations.check': ['operations.checkNow'],
      'acknowledge | reverse | instant-settle | order-movements | payouts': ['operations.sendAgain'],
      customers: ['reports.saveGatewayFile'],
      'customers | bill': [
        'sheets.open',
        'sheets.get',
        'sheets.rows',
        'sheets.choose',
        'sheets.check',
        'sheets.send',
        'sheets.stop',
        'sheets.discard',
      ],
      'operations.resolve': ['operations.resolve', 'checkByHand.confirm', 'headOffice.takeOver'],
      acknowledge: ['acknowledgement.prepare', 'acknowledgement.confirm'],
      'reverse | approve': ['reversal.prepare', 'reversal.confirm'],
      bill: [
        'checkouts.reveal',
        'checkouts.create',
        'checkouts.abandon',
        'bills.makeLink',
        'bills.makeInvoice',
        'bills.made',
        'bills.correct',
        'bills.drop',
        'sharing.share',
        'sharing.stopWaiting',
      ],
      'bill | customers | catalogue | integration | credentials | payouts': [
        'making.makeAgain',
        'making.takePossible',
        'making.dropAttempt',
      ],
      catalogue: ['catalogue.make', 'catalogue.change', 'catalogue.delete'],
      'saved-cards': ['savedCards.delete'],
      'saved-cards | approve': ['charge.prepare', 'charge.confirm'],
      integration: [
        'profiles.checkSignature',
        'webhooks.events',
        'webhooks.make',
        'webhooks.change',
        'webhooks.delete',
        'webhooks.test',
        'deliveries.resend',
        'deliveries.resendFailed',
      ],
      payouts: [
        'transfers.recipient',
        'transfers.saveRecipient',
        'transfers.readSheet',
        'transfers.removeRecipient',
        'transfers.makeSchedule',
        'transfers.stopSchedule',
        'payout.prepare',
        'payout.confirm',
        'payout.prepareBatch',
        'payout.confirmBatch',
        'transfers.fee',
      ],
      credentials: [
        'credentials.makeKey',
        'credentials.entered',
        'credentials.tryKey',
        'credentials.deleteKey',
        'credentials.addresses',
        'credentials.saveAddresses',
      ],
      'order-movements': ['orderMovement.prepare', 'orderMovement.confirm'],
      'instant-settle | approve': ['instantSettlement.confirm'],
      'activity.accept': ['activity.accept'],
      'activity.export': ['activity.export'],
      'signed-in': [
        'profiles.practiseAgain',
        'people.active',
        'people.setBar',
        'people.changeOwnPin',
        'practice.leaveTour',
      ],
      'settings.people': [
        'people.list',
        'people.add',
        'people.change',
        'people.setPin',
        'people.unblock',
        'chainPeople.state',
        'chainPeople.begin',
        'chainPeople.take',
        'chainPeople.leave',
        'chainPeople.confirmPc',
        'chainPeople.share',
        'chainPeople.change',
        'chainPeople.makeCode',
      ],
      'reverse | acknowledge | instant-settle | order-movements | saved-cards | payouts | operations.resolve | close.confirm | close.reopen | reconcile':
        ['approvals.request', 'approvals.withdraw'],
      approve: ['approvals.decideElsewhere', 'approvals.takeBack', 'approvals.confirm', 'approvals.refuse'],
      'close.count': [
        'closing.begin',
        'closing.cancel',
        'closing.read',
        'closing.leaveOut',
        'closing.leaveOutstanding',
        'closing.freeze',
        'closing.count',
        'closing.lateArrivals',
        'closing.explain',
      ],
      'close.confirm': ['closing.carry', 'closing.preview', 'closing.confirm', 'closing.provisional'],
      'close.reopen': ['closing.reopen'],
      'words.say': ['words.say'],
      reconcile: [
        'bridge.enterDeposit',
        'bridge.withdrawDeposit',
        'import.begin',
        'import.chunk',
        'import.inspect',
        'import.preview',
        'import.previewPage',
        'import.confirm',
        'import.discard',
        'import.withdraw',
        'reconciliation.accept',
        'reconciliation.setLearnt',
        'reconciliation.addRule',
        'reconciliation.changeRule',
        'reconciliation.switchRule',
        'reconciliation.run',
        'reconciliation.cancel',
        'reconciliation.match',
        'reconciliation.unmatch',
        'reconciliation.assign',
        'reconciliation.resolve',
        'reconciliation.reopen',
        'reconciliation.writeOff',
        'reconciliation.saveSheet',
        'reconciliation.checkSheet',
        'reconciliation.applySheet',
        'practice.statement',
        'headOffice.board',
        'headOffice.branch',
      ],
    });
  });
});

describe('through the contract', () => {
  it.each(channels)('%s is tried with an input that it takes', (channel) => {
    expect(contract[channel].input.safeParse(inputOf(channel)).error).toBeUndefined();
  });

  beforeAll(async () => {
    const core = await start();
    await signIn(core);
    for (const role of roles)
      if (role !== 'administrator')
        await core.handlers['people.add']({ name: role, role, newPin: PINS[role], pin: ADMINISTRATOR.pin });
    await core.stop();
  });
  afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

  it.each(roles)('%s is allowed and refused on every channel as the table says', async (role) => {
    expect(await tryAll(role)).toEqual(wantedFor(role));
  });

  it('nobody signed in is refused on every channel but those that are always open', async () => {
    expect(await tryAll(null)).toEqual(wantedFor(null));
  });

  it('a viewer can call no more than reading and the own PIN', () => {
    const open = channels.filter((channel) => wantedFor('viewer')[channel] === 'allowed');
    expect(
      open.filter((channel) =>
        /confirm|add|remove|update|connect|resolve|sendAgain|reopen/i.test(
          channel.split('.').slice(1).join('.'),
        ),
      ),
    ).toEqual([]);
  });

  it('before anybody was added only the first start is open', async () => {
    system.kept.clear();
    const core = await start();
    const serve = createServe(core.handlers, silent);
    await serve('people.state', {});
    expect(refusalOf(await serve('profiles.list', {}))).toBe('no-people');
    expect(refusalOf(await serve('profiles.startPractice', {}))).toBe('no-people');
    expect((await serve('people.begin', ADMINISTRATOR)).ok).toBe(true);
    expect(refusalOf(await serve('profiles.list', {}))).toBe('allowed');
    await core.stop();
  });
});
