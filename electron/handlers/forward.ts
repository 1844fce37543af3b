/**
 * A call `feature.verb` is handled by the verb of that name of the feature's service: the contract and the service are the only
 * places that name it. A call that needs more than its input has a handler of its own in this folder.
 */
import { contract, type Channel, type Handlers } from '#shared/contract/index.ts';
import type { Result } from '#shared/errors/result.ts';

/** The calls of a feature for which its service has the verb. The others are missing, and do not compile without a handler. */
type Forwarded<Feature extends string, Service> = {
  readonly [
    C in Channel as C extends `${Feature}.${infer Verb extends string & keyof Service}`
      ? Service[Verb] extends Handlers[C]
        ? C
        : never
      : never
  ]: Handlers[C];
};
type Use<Service> = <T>(use: (service: Service) => Promise<Result<T>>) => Promise<Result<T>>;
type Verbs = Readonly<Record<string, (input: unknown) => Promise<Result<unknown>>>>;

export function forward<Feature extends string, Service>(
  feature: Feature,
  use: Use<Service>,
): Forwarded<Feature, Service> {
  const forwarded = Object.keys(contract)
    .filter((channel) => channel.startsWith(`${feature}.`))
    .map((channel) => {
      const verb = channel.slice(feature.length + 1);
      const call = (input: unknown) =>
        use((service) => {
          const run = (service as Verbs)[verb];
          if (!run) throw new Error(`${feature} has no ${verb}`);
          return run(input);
        });
      return [channel, call] as const;
    });
  return Object.fromEntries(forwarded) as Forwarded<Feature, Service>;
}
