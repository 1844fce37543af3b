/** A branch of five terminals, counted by the keyboard from what each printed; EGP 50.00 is missing on one of them. */
import { beginCounting, confirmClose, detailOf, explain, read, zsOf } from './closing.ts';
import { expect, test } from './host.ts';
import { startGateway } from './gateway.ts';
import { connect, MONA } from './steps.ts';

type Listed = { terminalId: string; branchName: string };
const decimal = (minor: bigint) => `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`;

type Line = Awaited<ReturnType<typeof detailOf>>['lines'][number];

/**
 * What the single line of a branch asks for: each side of each slip is added on a calculator (its digits and a plus), the sum
 * is typed and entered. Differences of single terminals are not even found by that.
 */
function keysOfOneLine(lines: readonly Line[]): number {
  const sides = Map.groupBy(lines, ({ side }) => side);
  return [...sides.values()].reduce((keys, own) => {
    const amounts = own.map(({ expected }) => BigInt(expected?.minor ?? '0'));
    const sum = amounts.reduce((all, minor) => all + minor, 0n);
    const added = amounts.reduce((all, minor) => all + decimal(minor).length + 1, 0);
    return keys + added + decimal(sum).length + 1;
  }, 0);
}

test('five terminals are counted with one key each but one, and its difference names the transaction', async ({
  start,
}) => {
  const gateway = await startGateway({ terminals: 12, transactions: 60 });
  const { page } = await start();
  await connect(page, gateway);
  await expect(page.locator('.ag-row').first()).toBeVisible();
  const { terminals } = await read<{ terminals: Listed[] }>(page, 'terminals.list', {});
  const branches = [...Map.groupBy(terminals, ({ branchName }) => branchName)];
  const [branch, own] = branches.sort(([, a], [, b]) => b.length - a.length)[0] ?? ['', []];
  const five = own.slice(0, 5);
  const [first] = five;
  if (!first) throw new Error('no terminal');
  for (const { terminalId } of five)
    await gateway.control('POST', '/sales', {
      environment: 'test',
      terminalId,
      count: 1,
      amount: '50.00',
      paymentType: 'SALE',
    });
  await beginCounting(page, branch);
  const { lines } = await detailOf(page);
  const short = lines.find(({ terminalId, side }) => terminalId === first.terminalId && side === 'sales');
  const groups = [...new Set(lines.map(({ terminalId }) => terminalId))];
  let keys = 0;
  const press = async (key: string) => {
    await page.keyboard.press(key);
    keys += 1;
  };
  await page.locator('.count-input input').first().focus();
  for (const group of groups) {
    if (group !== short?.terminalId) {
      await press('=');
      continue;
    }
    for (const { side, expected } of lines.filter(({ terminalId }) => terminalId === group)) {
      const minor = BigInt(expected?.minor ?? '0') - (side === 'sales' ? 5_000n : 0n);
      for (const key of decimal(minor)) await press(key);
      await press('Enter');
    }
  }
  await press('Enter');
  await expect(page.locator('.count-save')).toHaveCount(0);
  const before = keysOfOneLine(lines);
  test.info().annotations.push({
    type: 'keys',
    description: `${groups.length} terminals, ${lines.length} lines: ${keys} keys, ${before} before`,
  });
  expect(keys).toBeLessThan(before / 2);

  const hint = page.locator(
    '[data-line] + tr .hints [data-cause="one"], [data-line] + tr .hints [data-cause="after-slip"]',
  );
  await expect(hint.first()).toContainText('50.00');
  await hint.first().getByRole('button').first().focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toContainText('50.00');
  await page.keyboard.press('Escape');

  await explain(page, `Found by ${MONA.name}`);
  await confirmClose(page);
  const [z] = await zsOf(page);
  expect(z?.content.verdict).toBe('differ');
  expect(z?.content.lines.filter(({ difference }) => difference.minor !== '0')).toMatchObject([
    { terminalId: first.terminalId, side: 'sales', difference: { minor: '-5000' } },
  ]);
  await gateway.stop();
});
