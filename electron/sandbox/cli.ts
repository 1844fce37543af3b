/** `npm run gateway`: the built-in gateway alone, with its addresses and keys printed. */
import { parseArgs } from 'node:util';
import { textOf } from '#shared/errors/text-of.ts';
import { startSandbox, type SandboxAccess, type SandboxOptions } from './start-sandbox.ts';

const USAGE =
  'npm run gateway -- [--port N] [--seed S] [--terminals T] [--transactions M] [--data DIR] [--no-growth] [--no-delivery]';

function wholeNumber(name: string, text: string | undefined, fallback: number, max: number): number {
  if (text === undefined) return fallback;
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isNaN(value) || value > max)
    throw new Error(`--${name} takes a whole number from 0 to ${max}, not "${text}".`);
  return value;
}

function readOptions(): SandboxOptions {
  const { values } = parseArgs({
    options: {
      port: { type: 'string' },
      seed: { type: 'string' },
      terminals: { type: 'string' },
      transactions: { type: 'string' },
      data: { type: 'string' },
      'no-growth': { type: 'boolean' },
      'no-delivery': { type: 'boolean' },
    },
  });
  return {
    port: wholeNumber('port', values.port, 0, 65_530),
    seed: wholeNumber('seed', values.seed, 7, 4_294_967_295),
    terminals: wholeNumber('terminals', values.terminals, 12, 5_000),
    transactions: wholeNumber('transactions', values.transactions, 420, 1_000_000),
    dataDir: values.data ?? null,
    growth: values['no-growth'] !== true,
    deliverElsewhere: values['no-delivery'] !== true,
  };
}

function print(name: string, access: SandboxAccess): void {
  console.log(`${name}: merchant ${access.merchantId} (${access.merchantName})`);
  console.log(`  dashboard host  ${access.dashboardUrl}`);
  console.log(`  checkout host   ${access.checkoutUrl}`);
  console.log(`  secret key      ${access.secretKey}`);
  console.log(`  API key         ${access.apiKey}`);
  console.log(`  payment key     ${access.paymentKey}`);
  console.log(`  transfer key    ${access.transferKey}`);
}

const messageOf = (error: unknown) => textOf(error).split('. To specify')[0];

async function main(): Promise<void> {
  let options: SandboxOptions;
  try {
    options = readOptions();
  } catch (error) {
    console.error(`${messageOf(error)}\n${USAGE}`);
    process.exitCode = 2;
    return;
  }
  const sandbox = await startSandbox(options);
  print('TEST', sandbox.test);
  print('LIVE', sandbox.live);
  console.log(`CONTROL (this computer only)\n  address         ${sandbox.controlUrl}`);
  console.log('The gateway is ready. Ctrl+C ends it.');
  const end = () => void sandbox.stop().then(() => process.exit(0));
  process.once('SIGINT', end);
  process.once('SIGTERM', end);
}

main().catch((error: unknown) => {
  console.error(`The gateway could not start: ${messageOf(error)}`);
  process.exitCode = 1;
});
