/** The form to connect. Keys live here only until they are sent, and are forgotten right after. */
import { create } from 'zustand';
import type { ConnectionCheck, ConnectInput } from '#shared/contract/profiles.ts';
import type { PolicyKey } from '#shared/contract/policy.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { call } from '../../api/client.ts';
import { withSealedKeys, type TypedKeys } from '../../api/seal.ts';

type Form = Omit<ConnectInput, keyof TypedKeys> & TypedKeys;
const EMPTY: Form = {
  name: '',
  merchantId: '',
  environment: 'test',
  dashboardUrl: '',
  checkoutUrl: '',
  secretKey: '',
  apiKey: '',
  paymentKey: '',
  transferKey: '',
};

/** What the organisation may set of the form, and where. */
export const SETTING_OF = {
  name: 'merchantName',
  merchantId: 'merchantId',
  environment: 'environment',
  dashboardUrl: 'dashboardHost',
  checkoutUrl: 'checkoutHost',
} as const satisfies Partial<Record<keyof Form, PolicyKey>>;

type ConnectState = {
  form: Form;
  busy: 'checking' | 'saving' | null;
  checks: ConnectionCheck[] | null;
  error: AppError | null;
  set: (change: Partial<Form>) => void;
  check: () => Promise<void>;
  /** Answers whether the profile was saved and opened. */
  save: () => Promise<boolean>;
  /** An empty form. */
  reset: () => void;
  /** Fills in what the organisation sets. What a person has typed meanwhile stays. */
  start: () => Promise<void>;
};

export const useConnect = create<ConnectState>((set, get) => ({
  form: EMPTY,
  busy: null,
  checks: null,
  error: null,
  set: (change) => set({ form: { ...get().form, ...change }, checks: null, error: null }),
  check: async () => {
    set({ busy: 'checking', error: null, checks: null });
    const draft = await withSealedKeys(get().form);
    const answer = draft.ok ? await call('profiles.checkConnection', { draft: draft.value }) : draft;
    set(answer.ok ? { busy: null, checks: answer.value.checks } : { busy: null, error: answer.error });
  },
  save: async () => {
    set({ busy: 'saving', error: null });
    const sealed = await withSealedKeys(get().form);
    const answer = sealed.ok ? await call('profiles.connect', sealed.value) : sealed;
    set(answer.ok ? { form: EMPTY, busy: null, checks: null } : { busy: null, error: answer.error });
    return answer.ok;
  },
  reset: () => set({ form: EMPTY, busy: null, checks: null, error: null }),
  start: async () => {
    const policy = await call('policy.get', {});
    if (!policy.ok) return set({ error: policy.error });
    const ofPolicy = new Map(policy.value.settings.map(({ key, value }) => [key, value]));
    const form = { ...get().form };
    for (const [field, key] of Object.entries(SETTING_OF)) {
      const value = ofPolicy.get(key) ?? '';
      if (value !== '') Object.assign(form, { [field]: value });
    }
    set({ form });
  },
}));
