import type { PaymentTotals } from '../../../../shared/contract/payments/staffPayments.ts'
import { formatAmount } from '../../../../shared/domain/money/money.ts'
import type { PaymentFilters } from '../../../api/queries/staffPayments.ts'
import { Text } from '../../../ui/layout.tsx'
import classes from './PaymentsPage.module.css'

type Method = PaymentFilters['method']

interface MoneyStripProps {
  totals: PaymentTotals
  /** What the sum of all is called. */
  net: string
  method: Method
  onMethod: (method: Method) => void
}

/** What came in and went back on the days that are shown; a figure shows the payments that it is made of. */
export function MoneyStrip({ totals, net, method, onMethod }: MoneyStripProps) {
  const { cash, desk_card, other, online, refunds } = totals
  const figures: readonly [Method, string, { count: number; amount: number }][] = [
    ['cash', 'Cash', cash],
    ['desk_card', 'Card at Desk', desk_card],
    ['online', 'Online', online],
    ['other', 'Other at Desk', other],
    ['refund', 'Refunds', { ...refunds, amount: -refunds.amount }],
  ]
  const shown = (amount: number) => `${amount < 0 ? '−' : ''}${formatAmount(Math.abs(amount))}`
  return (
    <fieldset className={classes.strip} aria-label="Totals">
      {figures
        .filter(([way, , { count }]) => way !== 'other' || count > 0)
        .map(([way, label, { count, amount }]) => (
          <button
            key={label}
            type="button"
            aria-pressed={method === way}
            onClick={() => onMethod(method === way ? undefined : way)}
          >
            <span>
              {label}
              <Text as="span" numbers>
                {count}
              </Text>
            </span>
            <strong>{shown(amount)}</strong>
          </button>
        ))}
      <div>
        <span>Sales Tax in It</span>
        <strong>{shown(totals.tax_amount)}</strong>
      </div>
      <button
        type="button"
        className={classes.net}
        aria-pressed={method === undefined}
        onClick={() => onMethod(undefined)}
      >
        <span>{net}</span>
        <strong>{shown(totals.net_amount)}</strong>
      </button>
    </fieldset>
  )
}
