/** The three worlds that share nothing: hosts, keys, database files (house invariant 5). */
export const environments = ['practice', 'test', 'live'] as const;
export type Environment = (typeof environments)[number];

/** The three keys of a merchant in one environment (interface §5). */
export const keyKinds = ['secret-key', 'api-key', 'transfer-key'] as const;
export type KeyKind = (typeof keyKinds)[number];
