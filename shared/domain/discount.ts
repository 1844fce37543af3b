/** How a discount takes off its value (assumed; interface §2.11 names the field only). */
export const discountTypes = ['PERCENTAGE', 'FIXED'] as const;
export type DiscountType = (typeof discountTypes)[number];

/** Where a campaign runs (§4.11). */
export type DiscountChannel = 'pos' | 'online';
