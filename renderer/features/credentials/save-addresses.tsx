/** A new list of allowed addresses, before it is sent: what changes, whether this PC stays in it, and what the gateway lists afterwards. */
import { Button, Checkbox, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#shared/contract/index.ts';
import { isAddress, isCovered, restricts } from '#shared/domain/allowed-addresses.ts';
import { toAsciiDigits } from '#shared/text/digits.ts';
import { call } from '../../api/client.ts';
import { useAsk } from '../../components/asked.ts';
import { useAuthorization } from '../../components/authorization.tsx';
import { AtTop } from '../../components/dialog-foot.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { MovementDialog } from '../../components/movement-dialog.tsx';
import { Difference } from './difference.tsx';
import { isolated } from '../../i18n/isolated.ts';

type SaveProps = {
  before: readonly string[];
  after: readonly string[];
  /** Null: the gateway sees an address of this PC that only a person can name. */
  own: string | null;
  onAddOwn: (own: string) => void;
  onSaved: () => void;
  onClose: () => void;
};

const TONES = {
  done: 'good',
  'not-saved': 'late',
  other: 'unknown',
  'not-known': 'unknown',
  'shut-out': 'bad',
} as const;

/** Whether this PC stays in the list. `unsaid`: nobody said which address it has. */
function whereAmI(own: string, after: readonly string[]): 'in' | 'out' | 'unsaid' {
  if (after.length === 0) return 'in';
  if (!isAddress(own)) return 'unsaid';
  return isCovered(own, after) ? 'in' : 'out';
}

/** What a new list does: it opens the gateway to all, shuts it for the first time, or shuts out others than before. */
const consequenceOf = (before: readonly string[], after: readonly string[]) =>
  after.length === 0 ? 'opens' : before.length === 0 ? 'firstShuts' : 'consequence';

function OwnKnown({ own }: { own: string }) {
  const { t } = useTranslation();
  return t('credentials.addresses.ownKnown', { address: isolated(own) });
}

type OwnProps = { own: string | null; typed: string; onType: (typed: string) => void };

function OwnAddress({ own, typed, onType }: OwnProps) {
  const { t } = useTranslation();
  if (own !== null)
    return (
      <div>
        <OwnKnown own={own} />
      </div>
    );
  return (
    <TextInput
      label={t('credentials.addresses.own')}
      description={t('credentials.addresses.ownAbout')}
      dir="ltr"
      autoComplete="off"
      maxLength={60}
      value={typed}
      error={typed.trim() !== '' && !isAddress(typed.trim()) && t('credentials.addresses.ownBad')}
      onChange={(event) => onType(toAsciiDigits(event.currentTarget.value))}
    />
  );
}

type HereProps = Pick<SaveProps, 'own' | 'onAddOwn'> & { here: 'out' | 'unsaid' };

/** What becomes of this PC, and the way to keep it in where the gateway says which address it has. */
function Here({ here, own, onAddOwn }: HereProps) {
  const { t } = useTranslation();
  const known = here === 'out' ? own : null;
  const banner = (
    <div className="banner" data-tone={here === 'out' ? 'bad' : 'late'} role="alert">
      <IconAlertTriangle size={20} className="at-first-line" />
      <div className="stack-8">
        <span>
          <strong>{t(`credentials.addresses.here.${here}`)}</strong>
          {known !== null && ` ${t('credentials.addresses.ownKnown', { address: isolated(known) })}`}
        </span>
        {known !== null && (
          <div>
            <Button size="compact-sm" variant="default" onClick={() => onAddOwn(known)}>
              {t('credentials.addresses.addOwn')}
            </Button>
          </div>
        )}
      </div>
    </div>
  );
  // Before all else, where it is known from the start.
  return known === null ? banner : <AtTop>{banner}</AtTop>;
}

export function SaveAddresses({ before, after, own, onAddOwn, onSaved, onClose }: SaveProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const { value, error, busy, ask } = useAsk<OutputOf<'credentials.saveAddresses'>>();
  const action = { do: restricts(before, after) ? 'restrict-addresses' : 'add-addresses' } as const;
  const here = whereAmI(own ?? typed.trim(), after);
  // What was told is told of that address: it is not said of another one that is typed later.
  const [told, setTold] = useState<'out' | 'unsaid' | null>(null);
  const isTold = told === here;
  const missing = here === 'in' || isTold ? [] : [t(`credentials.addresses.told.${here}`)];
  const authorization = useAuthorization(action, [], null, missing);
  const act = async () => {
    if (!authorization.value) return;
    const despiteOwn = here === 'in' || isTold;
    const lists = { before: [...before], after: [...after] };
    const asked = { ...lists, despiteOwn, authorization: authorization.value };
    const saved = await ask(call('credentials.saveAddresses', asked));
    authorization.clear();
    if (saved && saved.ending !== 'shut-out') onSaved();
  };
  return (
    <MovementDialog
      onClose={onClose}
      title={t('credentials.addresses.save')}
      consequence={null}
      confirmLabel={t('credentials.addresses.save')}
      canConfirm={(here === 'in' || isTold) && authorization.value !== null}
      busy={busy}
      errors={[error]}
      onConfirm={() => void act()}
      ended={value === null ? false : value.ending === 'done' ? 'done' : true}
    >
      {value ? (
        <div className="banner" data-tone={TONES[value.ending]} role="status">
          {t(`credentials.addresses.ending.${value.ending}`)}
        </div>
      ) : (
        <>
          {/* What changes and what that does is seen before what it does to this PC. */}
          <AtTop>
            <Difference before={before} after={after} saysMore={false} />
            <p className="flush">{t(`credentials.addresses.${consequenceOf(before, after)}`)}</p>
          </AtTop>
          {here !== 'in' && <Here here={here} own={own} onAddOwn={onAddOwn} />}
          {after.length > 0 && !(here === 'out' && own !== null) && (
            <OwnAddress
              own={own}
              typed={typed}
              onType={(now) => {
                setTyped(now);
                setTold(null);
              }}
            />
          )}
          {here !== 'in' && !authorization.blocked && (
            <Checkbox
              label={t(`credentials.addresses.told.${here}`)}
              checked={isTold}
              onChange={(event) => setTold(event.currentTarget.checked ? here : null)}
            />
          )}
          {authorization.fields}
          {error && <ErrorNotice error={error} />}
        </>
      )}
    </MovementDialog>
  );
}
