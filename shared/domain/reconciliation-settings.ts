/** Settings of reconciliation until somebody sets them, and what they mean for dates and amounts. */
import type { Money } from '../money/money.ts';
import { createBusinessDays, weekendOf, type BusinessDays } from '../time/business-days.ts';
import type { Weekday } from './reconciliation.ts';

type Settings = {
  /** Nothing before this day needs anybody. Null means the business day of the first close that stands. */
  from: string | null;
  timeZone: string;
  country: string;
  /** Null: the country's. */
  weekend: Weekday[] | null;
  holidays: string[];
  settlementDays: number;
  tolerance: Money[];
  /** Basis points of the amount. */
  feeTolerance: number;
};

export const defaultReconciliationSettings: Settings = {
  from: null,
  timeZone: 'Africa/Cairo',
  country: 'EG',
  weekend: null,
  holidays: [],
  settlementDays: 2,
  tolerance: [],
  feeTolerance: 50,
};

export const businessDaysOf = ({ country, weekend, holidays }: Settings): BusinessDays =>
  createBusinessDays({ weekend: weekend ?? weekendOf(country), holidays });
