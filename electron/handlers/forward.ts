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
/** The same for services that are held by the name of their feature. */
type ForwardedAll<Services> = {
  readonly [
    C in Channel as C extends `${infer Feature extends string & keyof Services}.${infer Verb}`
      ? Verb extends keyof Services[Feature]
        ? Services[Feature][Verb] extends Handlers[C]
          ? C
          : never
        : never
      : never
  ]: Handlers[C];
};
type Use<Service> = <T>(use: (service: Service) => Promise<Result<T>>) => Promise<Result<T>>;
type Call = (input: unknown) => Promise<Result<unknown>>;
type Calls = Readonly<Record<string, Call>>;

function callsOf(
  features: (feature: string) => boolean,
  run: (feature: string, verb: string) => Call,
): Calls {
  const names = Object.keys(contract).map((channel) => {
    const at = channel.indexOf('.');
    return { channel, feature: channel.slice(0, at), verb: channel.slice(at + 1) };
  });
  return Object.fromEntries(
    names
      .filter(({ feature }) => features(feature))
      .map(({ channel, feature, verb }) => [channel, run(feature, verb)]),
  );
}

function runVerb(service: unknown, feature: string, verb: string, input: unknown): Promise<Result<unknown>> {
  const run = (service as Calls | undefined)?.[verb];
  if (!run) throw new Error(`${feature} has no ${verb}`);
  return run(input);
}

export const forward = <Feature extends string, Service>(
  feature: Feature,
  use: Use<Service>,
): Forwarded<Feature, Service> =>
  callsOf(
    (name) => name === feature,
    (_, verb) => (input) => use((service) => runVerb(service, feature, verb, input)),
  ) as Forwarded<Feature, Service>;

/** Comes before all other handlers: a call whose service lacks the verb needs one of its own, or this does not compile. */
export const forwardAll = <Services extends object>(use: Use<Services>): ForwardedAll<Services> =>
  callsOf(
    () => true,
    (feature, verb) => (input) =>
      use((services) => runVerb((services as Record<string, unknown>)[feature], feature, verb, input)),
  ) as ForwardedAll<Services>;
