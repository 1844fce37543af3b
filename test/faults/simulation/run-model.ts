/** R6: random commands against the model, by seed. */
import fc from 'fast-check';
import { commandsOfR6 } from './commands.ts';
import { Machine } from './machine.ts';
import { freshModel } from './model.ts';

export type ModelRun = { commands: number; confirmations: number; sends: number; broken: string | null };

const MOST_COMMANDS = 60;

/** One sequence of commands a seed. */
export async function runModel(seed: number): Promise<ModelRun> {
  const result: ModelRun = { commands: 0, confirmations: 0, sends: 0, broken: null };
  const property = fc.asyncProperty(
    fc.commands(commandsOfR6, { maxCommands: MOST_COMMANDS, size: 'max' }),
    async (commands) => {
      const machine = new Machine(seed);
      try {
        await machine.restart();
        await machine.readTerminals();
        await fc.asyncModelRun(() => ({ model: freshModel(), real: machine }), commands);
        machine.judge.journal();
        machine.judge.chain();
        machine.judge.outcomes();
        if (machine.judge.broken.length > 0) throw new Error(machine.judge.broken.join('; '));
      } finally {
        result.commands += [...commands].length;
        result.confirmations += machine.judge.confirmations;
        result.sends += machine.judge.sends.length;
        machine.close();
      }
    },
  );
  const details = await fc.check(property, { seed, numRuns: 1, endOnFailure: false });
  if (details.failed)
    result.broken = `${String(details.errorInstance)} after ${fc.stringify(details.counterexample)}`;
  return result;
}
