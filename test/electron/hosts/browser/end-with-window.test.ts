import { expect, it } from 'vitest';
import { endWithWindow } from '#electron/hosts/browser/end-with-window.ts';
import { handClock } from '../hand-clock.ts';

function host() {
  const clock = handClock();
  const world = { inFlight: 0, ended: false, said: [] as string[] };
  const lifetime = endWithWindow({
    clock,
    inFlight: () => world.inFlight,
    say: (message) => world.said.push(message),
    end: () => void (world.ended = true),
  });
  return { clock, world, lifetime };
}

it('the host ends some seconds after its window is closed', () => {
  const { clock, world, lifetime } = host();
  lifetime.windows(1);
  lifetime.leaving();
  lifetime.windows(0);
  clock.forward(1_000);
  expect(world.ended).toBe(false);
  clock.forward(10_000);
  expect(world.ended).toBe(true);
});

it('a reload does not end it', () => {
  const { clock, world, lifetime } = host();
  lifetime.windows(1);
  lifetime.leaving();
  lifetime.windows(0);
  clock.forward(1_000);
  lifetime.windows(1);
  clock.forward(3_600_000);
  expect(world.ended).toBe(false);
});

it('a window that sleeps or lost its link has not said that it goes, and is waited for', () => {
  const { clock, world, lifetime } = host();
  lifetime.windows(1);
  lifetime.windows(0);
  clock.forward(24 * 3_600_000);
  expect(world.ended).toBe(false);
});

it('a browser that was killed ends it, too', () => {
  const { clock, world, lifetime } = host();
  lifetime.windows(1);
  lifetime.windows(0);
  lifetime.browserExited();
  clock.forward(10_000);
  expect(world.ended).toBe(true);
});

it('a window that another process of the browser took over keeps it', () => {
  const { clock, world, lifetime } = host();
  lifetime.browserExited();
  clock.forward(10_000);
  lifetime.windows(1);
  clock.forward(3_600_000);
  expect(world.ended).toBe(false);
});

it('a browser that ends and never brings a window ends it', () => {
  const { clock, world, lifetime } = host();
  lifetime.browserExited();
  clock.forward(120_000);
  expect(world.ended).toBe(true);
});

it('while money is moving it says so once and waits for the answer', () => {
  const { clock, world, lifetime } = host();
  world.inFlight = 1;
  lifetime.windows(1);
  lifetime.leaving();
  lifetime.windows(0);
  clock.forward(60_000);
  expect(world.ended).toBe(false);
  expect(world.said).toHaveLength(1);
  expect(world.said[0]).toContain('money is moving');
  world.inFlight = 0;
  clock.forward(2_000);
  expect(world.ended).toBe(true);
});
