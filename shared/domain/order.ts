/** Operations on an existing order (interface §4.2). REFUND, VOID and REVERSAL are named there, CAPTURE is assumed. */
export type OrderOperation = 'REFUND' | 'VOID' | 'CAPTURE' | 'REVERSAL';

/** The two equivalent ways to an order operation (§4.2). */
export type OrderRoute = 'dashboard' | 'checkout';
