import { describe, expect, it } from 'vitest';
import { seededRng } from '../../../faults/simulation/rng.ts';
import { visit, type Visit } from './zoo-keeper.ts';
import { animals, shapeOf } from './zoo.ts';

const SEED = 20_261_124;
const SHAPES = 40;

const counted = (values: readonly string[]) =>
  Object.fromEntries(
    [...new Set(values)].sort().map((one) => [one, values.filter((value) => value === one).length]),
  );

describe('a gateway that answers in another shape', () => {
  it.each(animals(SEED))(
    '$name: never a wrong sum, and after a confirmation right in 95 of 100 shapes',
    async (animal) => {
      const rng = seededRng(SEED);
      const shapes = Array.from({ length: SHAPES }, () => shapeOf(rng));
      const visits: Visit[] = [];
      for (const shape of shapes) visits.push(await visit(animal, shape));
      const changed = visits.filter(({ after, changes }) => after === 'right' && changes > 0).length;
      console.info(animal.name, {
        before: counted(visits.map(({ before }) => before)),
        after: counted(visits.map(({ after }) => after)),
        'right after a person chose another field': changed,
        learnt: counted(visits.map(({ learnt }) => learnt)),
      });
      const wrong = shapes.filter((_, at) => visits[at]?.before === 'wrong' || visits[at]?.after === 'wrong');
      expect(wrong).toEqual([]);
      const short = shapes.flatMap((shape, at) =>
        visits[at]?.after === 'right' ? [] : [{ ...shape, visit: visits[at] }],
      );
      if (process.env['CLOSEOUT_ZOO'] === 'tell') console.info(JSON.stringify(short, null, 0));
      expect(visits.filter(({ after }) => after === 'right').length).toBeGreaterThanOrEqual(SHAPES * 0.95);
    },
    60_000,
  );
});
