/** Error bodies as the gateway gives them (assumptions, "Errors"): `{error: {cause}, messages: {en, ar}, status: 'FAILURE', data?}`. */
type ErrorBody = {
  error: { cause: string };
  messages: { en: string; ar: string };
  status: 'FAILURE';
  data?: Record<string, unknown>;
};

export class GatewayRefusal extends Error {
  readonly statusCode: number;
  readonly body: ErrorBody;
  /** Seconds for `Retry-After`. */
  readonly retryAfterS: number | null;
  constructor(
    statusCode: number,
    cause: string,
    en: string,
    ar: string,
    data?: Record<string, unknown>,
    retryAfterS: number | null = null,
  ) {
    super(cause);
    this.statusCode = statusCode;
    this.retryAfterS = retryAfterS;
    this.body = { error: { cause }, messages: { en, ar }, status: 'FAILURE', ...(data && { data }) };
  }
}

const badRequest = (en: string, ar: string, data?: Record<string, unknown>) =>
  new GatewayRefusal(400, 'Bad request', en, ar, data);
const unauthorized = (en: string, ar: string) => new GatewayRefusal(401, 'Unauthorized', en, ar);
const forbidden = (en: string, ar: string) => new GatewayRefusal(403, 'Forbidden', en, ar);
const notFound = (en: string, ar: string) => new GatewayRefusal(404, 'Not found', en, ar);
const tooMany = (en: string, ar: string, seconds: number) =>
  new GatewayRefusal(429, 'Too many requests', en, ar, { retryAfterSeconds: seconds }, seconds);

export const refuse = {
  key: () =>
    unauthorized(
      'The secret key is missing or not valid for this environment.',
      'المفتاح السري غير موجود أو غير صالح لهذه البيئة.',
    ),
  apiKey: () =>
    unauthorized(
      'The API key is missing or not valid for this environment.',
      'مفتاح API غير موجود أو غير صالح لهذه البيئة.',
    ),
  serviceHash: () =>
    unauthorized('The Service-Hash is missing or not valid.', 'قيمة Service-Hash غير موجودة أو غير صحيحة.'),
  foreignTerminal: () =>
    unauthorized('This terminal belongs to another merchant.', 'جهاز نقطة البيع هذا يخص تاجرًا آخر.'),
  /** The words are the document's (§5 rule 5). */
  address: () => forbidden('Unauthorized IP address', 'عنوان IP غير مصرح به'),
  permission: (name: string) =>
    forbidden(`The permission ${name} is missing.`, `الصلاحية ${name} غير متاحة لهذا المفتاح.`),
  feature: (name: string) =>
    forbidden(
      `The feature ${name} is not enabled for this account.`,
      `الميزة ${name} غير مفعلة لهذا الحساب.`,
    ),
  /** A field of the request, named in `data.field`. */
  field: (field: string, problem: string) =>
    badRequest(`The field ${field} ${problem}.`, `قيمة الحقل ${field} غير صحيحة.`, { field, problem }),
  /** The words are the document's (§7). */
  noConversion: () =>
    badRequest('Currency conversion feature is not enabled.', 'خاصية تحويل العملات غير مفعلة.'),
  noKeyOperation: () =>
    badRequest(
      'The query parameter operation must be apiKey.create or apiKey.delete.',
      'يجب أن تكون قيمة operation هي apiKey.create أو apiKey.delete.',
    ),
  /** Nothing of this kind has the id: `what` and `ar` name the kind. */
  missing: (what: string, ar: string) =>
    notFound(`There is no ${what} with this id.`, `لا يوجد ${ar} بهذا الرقم.`),
  unpublished: () => notFound('This payment page is not published.', 'صفحة الدفع هذه غير منشورة.'),
  notInTest: () =>
    notFound('This is not available on the test environment.', 'هذه الخدمة غير متاحة في البيئة التجريبية.'),
  sessionEnded: (status: string) =>
    badRequest(`The payment session has ended as ${status}.`, `انتهت جلسة الدفع هذه، وحالتها ${status}.`, {
      status,
    }),
  notThisOrder: (operation: string) =>
    badRequest(
      `A ${operation} is not possible for this order as it stands.`,
      `لا يمكن تنفيذ ${operation} على هذا الطلب في حالته الحالية.`,
    ),
  overAmount: (data: Record<string, unknown>) =>
    badRequest('The amount is above what is left.', 'المبلغ أعلى من المتبقي.', data),
  cardRefused: () => badRequest('The card was refused by the bank.', 'رفض البنك البطاقة.'),
  batchShared: () =>
    badRequest('The batch has been shared and cannot be changed.', 'تمت مشاركة الدفعة ولا يمكن تعديلها.'),
  webhooksFull: (mode: string) =>
    badRequest(
      `There are already 5 webhooks in ${mode} mode.`,
      `يوجد بالفعل 5 عناوين إشعارات في وضع ${mode}.`,
    ),
  sameTransfer: () =>
    new GatewayRefusal(
      409,
      'Conflict',
      'There is already a transfer with this merchantTransferId.',
      'يوجد تحويل سابق بنفس merchantTransferId.',
    ),
  noBalance: (data: Record<string, unknown>) =>
    new GatewayRefusal(
      422,
      'Limit exceeded',
      'The available balance is too small for this payout.',
      'الرصيد المتاح لا يكفي لهذا التحويل.',
      data,
    ),
  resendTooSoon: (seconds: number) =>
    tooMany(
      'This delivery was resent less than 30 seconds ago.',
      'أعيد إرسال هذا الإشعار منذ أقل من 30 ثانية.',
      seconds,
    ),
  overRate: (seconds: number) =>
    tooMany('There were too many requests in a short time.', 'عدد الطلبات كبير خلال وقت قصير.', seconds),
  notMultipart: () =>
    new GatewayRefusal(
      415,
      'Unsupported media type',
      'The sheet must be sent as multipart/form-data.',
      'يجب إرسال الملف بصيغة multipart/form-data.',
    ),
  noSheet: (problem: string) => badRequest(`The sheet cannot be read: ${problem}.`, 'تعذرت قراءة ملف Excel.'),
  noTerminal: () => notFound('There is no terminal with this id.', 'لا يوجد جهاز نقطة بيع بهذا الرقم.'),
  noOrder: () => notFound('There is no order with this id.', 'لا يوجد طلب بهذا الرقم.'),
  noInstantRequest: () =>
    notFound('There is no instant settlement request with this id.', 'لا يوجد طلب تسوية فورية بهذا الرقم.'),
  noRoute: () => notFound('There is nothing at this address.', 'لا يوجد شيء على هذا العنوان.'),
  wrongMethod: () =>
    new GatewayRefusal(
      405,
      'Method not allowed',
      'This address does not take this method.',
      'هذا العنوان لا يقبل هذه الطريقة.',
    ),
  notJson: () =>
    badRequest('The body of the request is not valid JSON.', 'محتوى الطلب ليس بصيغة JSON صحيحة.'),
  wrongOperation: (name: string) =>
    badRequest(`The apiOperation must be ${name}.`, `يجب أن تكون قيمة apiOperation هي ${name}.`),
  unknownOperation: () => badRequest('This apiOperation is not known.', 'قيمة apiOperation غير معروفة.'),
  alreadyReversed: () => badRequest('This order is already reversed.', 'تم عكس هذه العملية من قبل.'),
  notASale: () => badRequest('Only a sale can be reversed.', 'لا يمكن عكس عملية ليست عملية بيع.'),
  movedToSettlement: () =>
    badRequest(
      'This order has moved toward settlement and cannot be reversed.',
      'انتقلت هذه العملية إلى التسوية ولا يمكن عكسها.',
    ),
  noTransactionIds: () =>
    badRequest('The request must name at least one transaction.', 'يجب أن يحدد الطلب عملية واحدة على الأقل.'),
  notEligible: () =>
    badRequest(
      'Some of these transactions are not eligible for instant settlement.',
      'بعض هذه العمليات غير مؤهلة للتسوية الفورية.',
    ),
  tooSmall: () =>
    badRequest(
      'The fees are higher than the amount that would be transferred.',
      'الرسوم أعلى من المبلغ الذي سيتم تحويله.',
    ),
  underMinimum: (data: Record<string, unknown>) =>
    badRequest(
      'The amount is below the least for instant settlement.',
      'المبلغ أقل من الحد الأدنى للتسوية الفورية.',
      data,
    ),
  badTarget: () =>
    badRequest('The target amount must be above zero.', 'يجب أن يكون المبلغ المطلوب أكبر من صفر.'),
  overRequestLimit: (data: Record<string, unknown>) =>
    new GatewayRefusal(
      422,
      'Limit exceeded',
      'The amount is above the limit for one instant settlement request.',
      'المبلغ أعلى من الحد المسموح به لطلب التسوية الفورية الواحد.',
      data,
    ),
  overDailyLimit: (data: Record<string, unknown>) =>
    new GatewayRefusal(
      422,
      'Limit exceeded',
      'The amount is above what remains of the daily instant settlement limit.',
      'المبلغ أعلى من المتبقي من الحد اليومي للتسوية الفورية.',
      data,
    ),
  upstream: () =>
    new GatewayRefusal(
      502,
      'Bad gateway',
      'The order service did not answer. The result is not known.',
      'لم تستجب خدمة الطلبات. نتيجة العملية غير معروفة.',
    ),
};

const SENTENCES: Record<number, readonly [cause: string, en: string, ar: string]> = {
  400: ['Bad request', 'The request cannot be understood.', 'تعذر فهم الطلب.'],
  401: ['Unauthorized', 'The request is not authorized.', 'الطلب غير مصرح به.'],
  403: ['Forbidden', 'The key does not have the permission for this.', 'لا يملك المفتاح صلاحية هذا الإجراء.'],
  404: ['Not found', 'There is nothing at this address.', 'لا يوجد شيء على هذا العنوان.'],
  409: [
    'Conflict',
    'Another request changed this at the same time.',
    'تم تعديل هذا بواسطة طلب آخر في الوقت نفسه.',
  ],
  413: ['Payload too large', 'The body of the request is too large.', 'محتوى الطلب أكبر من المسموح به.'],
  415: [
    'Unsupported media type',
    'The body of the request must be JSON.',
    'يجب أن يكون محتوى الطلب بصيغة JSON.',
  ],
  429: [
    'Too many requests',
    'There were too many requests in a short time.',
    'عدد الطلبات كبير خلال وقت قصير.',
  ],
};
const SERVER_ERROR = [
  'Server error',
  'The service has an internal error.',
  'حدث خطأ داخلي في الخدمة.',
] as const;

/** The body for a status that no refusal above was written for. */
export function bodyOfStatus(status: number): ErrorBody {
  const [cause, en, ar] = SENTENCES[status] ?? (status < 500 ? SENTENCES[400] : undefined) ?? SERVER_ERROR;
  return new GatewayRefusal(status, cause, en, ar).body;
}
