/**
 * For pictures and tests of days that are over: loaded into Closeout's processes before anything else, it moves their clock by the
 * milliseconds that the file of CLOSEOUT_TEST_CLOCK holds.
 */
import { readFileSync } from 'node:fs';

const file = process.env['CLOSEOUT_TEST_CLOCK'];
const shiftMs = file === undefined ? 0 : Number(readFileSync(file, 'utf8'));

if (shiftMs !== 0) {
  const RealDate = Date;
  const now = () => RealDate.now() + shiftMs;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args: unknown[], made) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, made) as object,
    apply: () => new RealDate(now()).toString(),
    get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
  });
}
