/** Operations on an existing order (interface §4.2). REFUND, VOID and REVERSAL are named there, CAPTURE is assumed. */
export const orderOperations = ['REFUND', 'VOID', 'CAPTURE', 'REVERSAL'] as const;
export type OrderOperation = (typeof orderOperations)[number];

/** The two equivalent ways to an order operation (§4.2). */
export const orderRoutes = ['dashboard', 'checkout'] as const;
export type OrderRoute = (typeof orderRoutes)[number];
