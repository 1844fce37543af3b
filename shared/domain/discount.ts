/** How a discount takes off its value (assumed; interface §2.11 names the field only). */
export const discountTypes = ['PERCENTAGE', 'FIXED'] as const;
export type DiscountType = (typeof discountTypes)[number];

/** Where a campaign runs (§4.11). */
export const discountChannels = ['pos', 'online'] as const;
export type DiscountChannel = (typeof discountChannels)[number];
