/** The board is made for one question after the other. The thread does other work, such as claims, in between. */
import { expect, it, vi } from 'vitest';
import { keepBoardOf } from '#electron/head-office/keep-board.ts';

/** A board of three branches, of which each turn makes one. Another moment begins it anew, as a day that turns does. */
function boardOfThree() {
  let made = { nowMs: 0, left: 0 };
  const turns: number[] = [];
  return {
    turns,
    keepBoardUp(nowMs: number): boolean {
      if (made.nowMs !== nowMs) made = { nowMs, left: 3 };
      made.left -= 1;
      turns.push(nowMs);
      return made.left > 0;
    },
  };
}

it('two moments on the two sides of a turn of the day both get their board', async () => {
  const store = boardOfThree();
  const board = keepBoardOf(store, () => {});
  const answers = await Promise.all([1, 2, 1].map((nowMs) => board.asOf(nowMs, () => store.turns.length)));
  expect(store.turns).toEqual([1, 1, 1, 2, 2, 2, 1, 1, 1]);
  expect(answers).toEqual([3, 6, 9]);
});

it('what fails is told to whoever asks, said once until it goes well, and stops nobody else', async () => {
  const failed = vi.fn();
  let isBroken = true;
  const keepBoardUp = () => {
    if (isBroken) throw new Error('no such table');
    return false;
  };
  const board = keepBoardOf({ keepBoardUp }, failed);
  await board.keep();
  await board.keep();
  await expect(board.asOf(1, () => 'page')).rejects.toThrow('no such table');
  expect(failed).toHaveBeenCalledTimes(1);
  isBroken = false;
  await board.keep();
  expect(await board.asOf(1, () => 'page')).toBe('page');
  isBroken = true;
  await board.keep();
  expect(failed).toHaveBeenCalledTimes(2);
});
