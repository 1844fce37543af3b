/** Rules that people write for a bank's lines that settle nothing. */
import type { BankRule } from '#shared/contract/bank-rules.ts';
import type { VerbsOf } from '#shared/contract/index.ts';
import { inputError, reconciliationError } from '#shared/errors/app-error.ts';
import { err, ok } from '#shared/errors/result.ts';
import type { ProfileContext } from '../context.ts';
import { uuidv7 } from '../uuid.ts';
import { whoActs } from './decide.ts';

/** It would take every line of an account, or one amount range upside down none. */
const isTooWide = ({ text, range }: BankRule): boolean => text === '' && range === null;
const isUpsideDown = ({ range }: BankRule): boolean =>
  range !== null && (range.least.currency !== range.most.currency || range.least.minor > range.most.minor);

const refusalOf = (rule: BankRule) => {
  if (isTooWide(rule)) return err(inputError('rule-too-wide'));
  return isUpsideDown(rule) ? err(inputError('range-upside-down')) : null;
};

export function createBankRules(context: ProfileContext, runSoon: () => void) {
  const { db, emit } = context;
  const changed = () => {
    emit('reconciliation.changed', { what: 'settings' });
    runSoon();
  };
  return {
    async rules() {
      return ok(await db.call('reconciliation.rules', null));
    },

    async fitting() {
      return ok({ rules: await db.call('reconciliation.fitting', null) });
    },

    async previewRule(rule) {
      return refusalOf(rule) ?? ok(await db.call('reconciliation.previewRule', rule));
    },

    async addRule(rule) {
      const refused = refusalOf(rule);
      if (refused) return refused;
      await db.call('reconciliation.addRule', { ...whoActs(context), ruleId: uuidv7(context), rule });
      changed();
      return ok({});
    },

    async changeRule({ ruleId, ...rule }) {
      const refused = refusalOf(rule);
      if (refused) return refused;
      const done = await db.call('reconciliation.changeRule', { ...whoActs(context), ruleId, rule });
      if (!done) return err(reconciliationError('rule-gone'));
      changed();
      return ok({});
    },

    async switchRule(input) {
      const done = await db.call('reconciliation.switchRule', { ...whoActs(context), ...input });
      if (!done) return err(reconciliationError('rule-gone'));
      changed();
      return ok({});
    },
  } satisfies VerbsOf<'reconciliation'>;
}
