/** The command itself, in a process of its own: against a gateway in another process, and with recorded answers. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { formOf } from '#electron/gateway/shapes/forms.ts';
import { proposalSchema, toConfirm } from '#electron/gateway/shapes/proposal.ts';
import { animals, answerOf } from '../gateway/shapes/zoo.ts';
import { SHAPE } from '../gateway/shapes/zoo-server.ts';

const root = resolve(import.meta.dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'learning-'));
const outFile = join(folder, 'proposal.json');

async function run(...args: string[]) {
  const child = spawn(process.execPath, ['electron/learning/cli.ts', ...args, '--out', outFile], {
    cwd: root,
    env: { ...process.env, CLOSEOUT_SECRET_KEY: 'sk_live_zoo' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, errors] = [child.stdout, child.stderr].map(async (stream) => (await stream.toArray()).join(''));
  const [code] = (await once(child, 'close')) as [number];
  return { code, out: (await out) ?? '', errors: (await errors) ?? '' };
}

async function withZoo(use: (base: string) => Promise<void>): Promise<void> {
  const child = spawn(process.execPath, ['test/electron/gateway/shapes/zoo-server.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [base] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
    await use(base);
  } finally {
    child.kill();
  }
}

type Written = Record<string, { outcome: string; proposal?: unknown } | null>;
const written = () => JSON.parse(readFileSync(outFile, 'utf8')) as Written;
const windowsOf = (found: Written) => proposalSchema.parse(found['settlement.windows']?.proposal);

it('--learn asks a gateway in another process, by reads, and writes what it found with its evidence', () =>
  withZoo(async (base) => {
    const { code, out, errors } = await run('--learn', '--dashboard', base);
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    expect(out).toContain('settlement.windows: other-form, 20 rows');
    expect(out).toContain('payouts.list-transfers: not-offered');
    expect(out).toContain(`Written to ${outFile}`);
    const proposal = windowsOf(written());
    expect(proposal.shape.fields).toMatchObject({ windowId: ['id'], netAmount: ['payable'] });
    expect(proposal.evidence['netAmount']).toMatchObject({ proof: 'proven', by: 'sum', held: 20, of: 20 });
    expect(toConfirm(formOf('settlement.windows'), proposal)).not.toContain('netAmount');
  }));

it('--learn against a host that answers nothing writes nothing and says why', async () => {
  rmSync(outFile, { force: true });
  const { code, errors } = await run('--learn', '--dashboard', 'http://127.0.0.1:9');
  expect({ code, wrote: existsSync(outFile) }).toEqual({ code: 1, wrote: false });
  expect(errors).toContain('Check the host and the key');
});

it('--from a HAR file learns the same without a network', async () => {
  const windows = animals(7).find(({ name }) => name === 'settlement.windows');
  if (!windows) throw new Error('no windows');
  const page = (at: number) => ({
    request: {
      method: 'GET',
      url: `https://gateway.example/v3/payment/settlement/windows?page=${at}&limit=7`,
    },
    response: {
      status: 200,
      content: {
        text: answerOf(windows, SHAPE, new URLSearchParams({ page: String(at), limit: '7' }), undefined),
      },
    },
  });
  const har = join(folder, 'day.har');
  writeFileSync(har, JSON.stringify({ log: { entries: [1, 2, 3].map(page) } }));
  const { code, out } = await run('--from', har);
  expect(code).toBe(0);
  expect(out).toContain('settlement.windows: other-form, 20 rows');
  expect(windowsOf(written()).evidence['netAmount']).toMatchObject({ proof: 'proven', held: 20 });
});

it.each([
  ['that is not there', null, 2, 'no such file'],
  ['that is no JSON', 'GET /windows', 2, 'not valid JSON'],
  ['of another form', '[1]', 2, 'no HAR'],
  ['without any answer that Closeout knows', '{"GET /logo.png":{}}', 1, 'nothing is written'],
])('--from a file %s ends with words', async (_what, content, exit, words) => {
  const file = join(folder, `${exit}-${words.length}.json`);
  if (content !== null) writeFileSync(file, content);
  const { code, errors } = await run('--from', file);
  expect({ code, told: errors.includes(words) ? words : errors }).toEqual({ code: exit, told: words });
});
