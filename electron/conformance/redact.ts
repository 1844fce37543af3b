/** Takes keys out of everything that is shown or written. */

const HIDDEN = '[hidden]';
/** Values of fields that are secret by their name, whoever made them. */
const SECRET_FIELD =
  /("(?:apiKey|api_key|secretKey|paymentKey|transferKey|hash|token|cardToken|signature|x-signature|authorization|service-hash)"\s*:\s*")((?:[^"\\]|\\.)*)"/gi;
const CARD_NUMBER = /(?<!\d)\d{13,19}(?!\d)/g;
const LONGEST_PIECE = 240;

export type Redact = (text: string) => string;

/** `secrets` is read each time: keys made during the run are added to it. */
export function createRedact(secrets: Set<string>): Redact {
  return (text) => {
    let clean = text;
    // The longest first: one key may begin with another.
    for (const secret of [...secrets].sort((a, b) => b.length - a.length)) {
      for (const form of new Set([secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]))
        clean = clean.replaceAll(form, HIDDEN);
    }
    return clean.replace(SECRET_FIELD, `$1${HIDDEN}"`).replace(CARD_NUMBER, HIDDEN);
  };
}

/** One line, not too long. */
export function shorten(text: string, longest = LONGEST_PIECE): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > longest ? `${line.slice(0, longest)}…` : line;
}
