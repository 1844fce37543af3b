/** The three worlds that share nothing: hosts, keys, database files (house invariant 5). */
export const environments = ['practice', 'test', 'live'] as const;
export type Environment = (typeof environments)[number];

/**
 * The keys of a merchant in one environment (interface §5). Two are sent; the payment key (Payment API key) and the transfer
 * key are shared secrets that sign, and are never sent.
 */
export const keyKinds = ['secret-key', 'api-key', 'payment-key', 'transfer-key'] as const;
export type KeyKind = (typeof keyKinds)[number];
