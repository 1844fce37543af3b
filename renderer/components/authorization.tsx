/** The fields that the ladder asks for in a dialog: the own PIN, and at L3 a second person's, with the reason why. */
import { Alert, Select } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { ApprovalRequest } from '#shared/contract/approvals.ts';
import type { Authorization, Face } from '#shared/contract/people.ts';
import { isTransfer, levelOf, limitsOf, type LadderAction, type Level } from '#shared/domain/ladder.ts';
import type { Money } from '#shared/money/money.ts';
import { useLocale } from '../app-store.ts';
import { currencyLabel, formatList, formatMoney } from '../i18n/format.ts';
import { useMe, usePeople } from '../people-store.ts';
import { AtTop } from './dialog-foot.tsx';
import { PinInput } from './pin-input.tsx';
import { StillMissing } from './still-missing.tsx';

type AuthorizationForm = {
  level: Level;
  fields: ReactNode;
  /** Null while something is missing. */
  value: Authorization | null;
  /** The own PIN alone, for sending a request; null while it is empty. */
  pin: string | null;
  /** Nobody else is here, and it waits for nobody: nothing that is filled in would help. */
  blocked: boolean;
  /** PINs are typed again for every try. */
  clear: () => void;
};

const whyOfAmount = (amounts: readonly Money[]) => (amounts.length === 0 ? 'amount-not-known' : 'over-limit');

/** The reason why two people have to agree: the act itself, or its amount. */
function whyOf(action: LadderAction, amounts: readonly Money[]): string {
  switch (action.do) {
    case 'send-again':
      return isTransfer(action.kind) ? 'transfer-again' : whyOfAmount(amounts);
    case 'move':
      return action.kind === 'payout-batch' ? 'bulk-transfer' : whyOfAmount(amounts);
    case 'resolve':
    case 'write-off':
      return whyOfAmount(amounts);
    default:
      return action.do;
  }
}

/** The limits of the currencies that go over one, in words; empty where none is set for a currency. */
function useLimitText(action: LadderAction, amounts: readonly Money[]): string {
  const locale = useLocale();
  const limits = usePeople(({ state }) => state?.rules.limits);
  const own = limits ? limitsOf(action, limits) : [];
  const over = own.filter((limit) =>
    amounts.some(({ currency, minor }) => currency === limit.currency && minor > limit.minor),
  );
  return formatList(
    over.map((limit) => formatMoney(limit, locale)),
    locale,
  );
}

/**
 * Keys, allowed addresses, schedules and new transfers wait for nobody: who changes them has the second person beside them. A
 * transfer that was sent can wait for approval to be sent again.
 */
const isRequestable = (action: LadderAction): boolean =>
  action.do === 'move'
    ? !isTransfer(action.kind)
    : !['delete-key', 'restrict-addresses', 'make-schedule', 'first-transfer', 'change-recipient'].includes(
        action.do,
      );

type WhyProps = { action: LadderAction; amounts: readonly Money[]; nobody: boolean };

function WhyTwo({ action, amounts, nobody }: WhyProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const limit = useLimitText(action, amounts);
  const waits = isRequestable(action);
  const reason = whyOf(action, amounts);
  const why = reason === 'over-limit' && limit === '' ? 'no-limit' : reason;
  const codes = new Set(amounts.map((one) => currencyLabel(one.currency, locale.language)));
  const currency = formatList([...codes], locale);
  return (
    <div className="over-limit" data-tone={nobody && !waits ? 'late' : undefined}>
      <IconUsers size={20} aria-hidden />
      <span>
        <strong>{t(`people.confirm.why.${why}`, { limit, currency })}</strong>{' '}
        {nobody && t(waits ? 'people.confirm.nobody' : 'people.confirm.nobodyAtAll')}{' '}
        {nobody && !waits && (
          <Link href="/settings" state={{ part: 'people' }} className="inherit-link">
            {t('people.confirm.addSecond')}
          </Link>
        )}
      </span>
    </div>
  );
}

type SecondProps = {
  approvers: readonly Face[];
  second: Face | null;
  onChoose: (personId: string | null) => void;
  pin: string;
  onPin: (pin: string) => void;
};

function SecondPerson({ approvers, second, onChoose, pin, onPin }: SecondProps) {
  const { t } = useTranslation();
  return (
    <>
      <Select
        required
        label={t('people.field.second')}
        placeholder={t('people.field.chooseSecond')}
        data={approvers.map(({ personId, name, role }) => ({
          value: personId,
          label: `${name} · ${t(`people.role.${role}`)}`,
        }))}
        value={second?.personId ?? null}
        onChange={onChoose}
      />
      <PinInput
        required
        label={
          second ? t('people.field.secondPin', { name: second.name }) : t('people.field.secondPinNobody')
        }
        disabled={second === null}
        value={pin}
        onChange={onPin}
      />
    </>
  );
}

/**
 * `request`: the request of somebody else that this confirmation approves. The own PIN is then the second one. `missing`: what
 * the dialog itself still lacks, by name; without it the dialog does not say what is missing.
 */
export function useAuthorization(
  action: LadderAction,
  amounts: readonly Money[],
  request: ApprovalRequest | null = null,
  missing: readonly string[] | null = null,
): AuthorizationForm {
  const { t } = useTranslation();
  const me = useMe();
  const state = usePeople((store) => store.state);
  const [pin, setPin] = useState('');
  const [secondId, setSecondId] = useState<string | null>(null);
  const [secondPin, setSecondPin] = useState('');
  const level = state ? levelOf(action, { amounts, limits: state.rules.limits }) : 'L3';
  const approvers = (state?.people ?? []).filter(
    ({ personId, mayApprove }) => mayApprove && personId !== me?.personId,
  );
  const asksTwo = level === 'L3' && request === null;
  // What cannot be sent for approval either is not done here: no PIN would help.
  const blocked = asksTwo && approvers.length === 0 && !isRequestable(action);
  const second = approvers.find(({ personId }) => personId === secondId) ?? null;
  const lacks = [
    ...(missing ?? []),
    ...(!blocked && pin === '' ? [t('people.field.yourPin')] : []),
    ...(asksTwo && second === null && (blocked || approvers.length > 0) ? [t('people.field.second')] : []),
    ...(second !== null && secondPin === '' ? [t('people.field.secondPin', { name: second.name })] : []),
  ];
  const whyTwo = asksTwo && <WhyTwo action={action} amounts={amounts} nobody={approvers.length === 0} />;
  const complete = pin !== '' && (!asksTwo || (second !== null && secondPin !== ''));
  return {
    level,
    pin: pin === '' ? null : pin,
    blocked,
    value: complete
      ? {
          pin,
          second: asksTwo && second ? { personId: second.personId, pin: secondPin } : null,
          requestId: request?.requestId ?? null,
        }
      : null,
    clear: () => {
      setPin('');
      setSecondPin('');
    },
    fields: (
      <>
        {request && (
          <Alert color="gray" icon={<IconUsers size={20} />}>
            {t('people.confirm.asked', { name: request.requestedBy })}
          </Alert>
        )}
        {blocked ? <AtTop>{whyTwo}</AtTop> : whyTwo}
        {!blocked && (
          <div className={asksTwo && approvers.length > 0 ? 'two-people' : undefined}>
            <PinInput label={t('people.field.yourPin')} required value={pin} onChange={setPin} />
            {asksTwo && approvers.length > 0 && (
              <SecondPerson
                approvers={approvers}
                second={second}
                onChoose={setSecondId}
                pin={secondPin}
                onPin={setSecondPin}
              />
            )}
          </div>
        )}
        {missing && <StillMissing names={lacks} />}
      </>
    ),
  };
}
