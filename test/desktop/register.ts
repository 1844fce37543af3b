/** `node --import` this, and `electron` is the stand-in, also for packages that import it. */
import { registerHooks } from 'node:module';

const standIn = new URL('./electron.ts', import.meta.url).href;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: standIn, shortCircuit: true } : next(specifier, context),
});
