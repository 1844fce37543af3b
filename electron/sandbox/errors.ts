/** Error bodies as assumptions.md has them: `{error: {cause}, messages: {en, ar}, status: 'FAILURE', data?}`. */
export class GatewayRefusal extends Error {
  readonly statusCode: number;
  readonly body: unknown;
  constructor(statusCode: number, cause: string, en: string, ar: string, data?: Record<string, unknown>) {
    super(cause);
    this.statusCode = statusCode;
    this.body = { error: { cause }, messages: { en, ar }, status: 'FAILURE', ...(data && { data }) };
  }
}

export const refuse = {
  key: () =>
    new GatewayRefusal(
      401,
      'Unauthorized',
      'The secret key is not valid for this environment.',
      'المفتاح السري غير صالح لهذه البيئة.',
    ),
  foreignTerminal: () =>
    new GatewayRefusal(
      401,
      'Unauthorized',
      'This terminal belongs to another merchant.',
      'جهاز نقطة البيع هذا يخص تاجرًا آخر.',
    ),
  noTerminal: () =>
    new GatewayRefusal(404, 'Not found', 'There is no terminal with this id.', 'لا يوجد جهاز بهذا الرقم.'),
  noOrder: () =>
    new GatewayRefusal(404, 'Not found', 'There is no order with this id.', 'لا يوجد طلب بهذا الرقم.'),
  noRoute: () =>
    new GatewayRefusal(404, 'Not found', 'There is nothing at this address.', 'لا يوجد شيء على هذا العنوان.'),
  wrongMethod: () =>
    new GatewayRefusal(
      405,
      'Method not allowed',
      'This address does not take this method.',
      'هذا العنوان لا يقبل هذه الطريقة.',
    ),
  invalid: (en: string, ar: string) => new GatewayRefusal(400, 'Bad request', en, ar),
  overLimit: (data: Record<string, unknown>) =>
    new GatewayRefusal(
      422,
      'Limit exceeded',
      'The amount is over the instant settlement limit.',
      'المبلغ يتجاوز حد التسوية الفورية.',
      data,
    ),
};
