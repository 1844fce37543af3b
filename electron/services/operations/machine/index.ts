/** The machine of movements, put together. It knows no kind by name. */
import { movementError } from '#shared/errors/app-error.ts';
import { err } from '#shared/errors/result.ts';
import type { ProfileContext } from '../../context.ts';
import type { OperationRecord } from '../../../journal/operation-record.ts';
import type { Approval } from '../../people/index.ts';
import type { TerminalService } from '../../terminals/index.ts';
import { isFollowed } from '../view.ts';
import type { Claims } from './claims.ts';
import type { CommittedMovements } from './movement.ts';
import { createPipeline } from './pipeline.ts';
import { createRecovery } from './recover.ts';
import { resolveByPerson, type ResolveForm } from './resolve-by-person.ts';
import { createChecker, createResolver } from './resolve-by-read.ts';
import { createSendAgain } from './send-again.ts';
import { createStory, type Detail } from './story.ts';
import { createTurns } from './turns.ts';

export function createMachine(
  context: ProfileContext,
  movements: CommittedMovements,
  { terminals, claims }: { terminals: TerminalService; claims: Claims },
) {
  const { db, emit, log } = context;
  const announce = (record: OperationRecord) => {
    emit('operations.changed', { opIds: [record.opId] });
    claims.changed(record.opId);
    if (record.terminalId !== null) emit('terminals.changed', { terminalIds: [record.terminalId] });
    if (record.kind === 'instant-settlement') emit('instantSettlement.changed', { what: 'eligible' });
  };
  const planChecks = () => void checker.plan();
  const announceAndPlan = (record: OperationRecord) => {
    announce(record);
    planChecks();
  };
  const turns = createTurns(log);
  const story = createStory(context);
  const resolver = createResolver(context, movements, { turns, announce, onDisputed: planChecks });
  const checker = createChecker(context, movements, { turns, resolver, terminals });
  const isDoubtful = () => pipeline.isRecordBroken();
  const recovery = createRecovery(context, { turns, isDoubtful, onSafe: announceAndPlan });
  const pipeline = createPipeline(context, movements, { claims, recovery, announce, planChecks });

  /** Makes open operations safe before anything else may move, and begins to follow them. */
  async function recover(fromBackup = false): Promise<void> {
    pipeline.recovered(await recovery.atStart(fromBackup));
    await checker.plan();
  }

  async function checkNow(opId: string): Promise<Detail> {
    const record = await db.call('journal.get', opId);
    if (!record) return err(movementError('operation-not-found', { opId }));
    if (!isFollowed(record)) return story.detail(opId);
    const checked = await checker.check(record);
    planChecks();
    return checked.ok ? story.detail(opId) : checked;
  }

  async function resolve(form: ResolveForm, approval: Approval | null = null): Promise<Detail> {
    const resolved = await turns.inTurn(() => resolveByPerson(context, form, approval));
    if (!resolved.ok) return resolved;
    announceAndPlan(resolved.value);
    return story.detailAfter(resolved.value);
  }

  /** Nothing leaves any more from here on. */
  function stop(): Promise<void> {
    pipeline.close();
    turns.end();
    recovery.stop();
    return checker.stop();
  }

  const { detail } = story;
  const sendAgain = createSendAgain(context, movements, { turns, resolver, checker, pipeline, story });
  return { pipeline, detail, checkNow, sendAgain, resolve, recover, stop };
}
