/** `node --import` this, and `electron` is the stand-in, also for packages that import it. */
import { registerHooks } from 'node:module';

const imported = new URL('./electron.ts', import.meta.url).href;
const required = new URL('./required.cts', import.meta.url).href;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron'
      ? { url: context.conditions.includes('require') ? required : imported, shortCircuit: true }
      : next(specifier, context),
});
