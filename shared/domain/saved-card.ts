/** What a person types to say that they mean this card: its last four digits, else whose it is. Null: nothing is known of it. */
export const retypedOf = ({
  lastFour,
  customer,
}: {
  readonly lastFour: string | null;
  readonly customer: string | null;
}): string | null => lastFour ?? customer;

/** `expiry` is `2029-08`: a card can be used until the end of that month. */
export const isExpired = (expiry: string | null, nowMs: number): boolean =>
  expiry !== null && expiry < new Date(nowMs).toISOString().slice(0, 7);
