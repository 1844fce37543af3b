/**
 * The host that opened a window ends with it, so that the next start does not meet another Closeout. A reload brings the
 * window back within the grace, and a sleeping one has never said that it was going. Money that is moving is waited for.
 */
import type { Clock } from '#shared/time/clock.ts';
import { inMachineLanguage } from '../../core/machine-language.ts';

const GRACE_MS = 5_000;
/** A browser that was running already may take the window over: the process that was started ends, and the window comes. */
const TO_OPEN_MS = 60_000;
const MONEY_MS = 1_000;

type Needs = {
  clock: Clock;
  inFlight: () => number;
  say: (message: string) => void;
  end: () => void;
};

type Lifetime = {
  /** How many windows listen now. */
  readonly windows: (count: number) => void;
  /** A window said that it closes. */
  readonly leaving: () => void;
  readonly browserExited: () => void;
};

export function endWithWindow({ clock, inFlight, say, end }: Needs): Lifetime {
  let open = 0;
  let wasOpen = false;
  let saidGoing = false;
  let exited = false;
  let told = false;
  let cancel = () => {};

  const isGone = () => open === 0 && (exited || (wasOpen && saidGoing));

  function ifStillGone(): void {
    if (!isGone()) return;
    if (inFlight() === 0) return end();
    if (!told)
      say(
        inMachineLanguage({
          en: 'The window is closed while money is moving. Closeout ends when the answer is known.',
          ar: 'أُغلقت النافذة أثناء حركة أموال. سينتهي Closeout عندما تُعرف الإجابة.',
        }),
      );
    told = true;
    cancel = clock.after(MONEY_MS, ifStillGone);
  }
  function look(): void {
    cancel();
    if (isGone()) cancel = clock.after(wasOpen ? GRACE_MS : TO_OPEN_MS, ifStillGone);
  }

  return {
    windows(count: number): void {
      open = count;
      if (count > 0) {
        wasOpen = true;
        saidGoing = false;
        told = false;
      }
      look();
    },
    leaving(): void {
      saidGoing = true;
      look();
    },
    browserExited(): void {
      exited = true;
      look();
    },
  };
}
