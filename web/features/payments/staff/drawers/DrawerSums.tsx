import type { DrawerShift } from '../../../../../shared/contract/payments/drawers.ts'
import { formatAmount } from '../../../../../shared/domain/money/money.ts'
import classes from './drawers.module.css'

const cashTexts = {
  payment: ['Cash taken', 'payment'],
  refund: ['Cash refunds', 'refund'],
  void: ['Voided', 'payment'],
  paid_in: ['Paid in', 'time'],
  paid_out: ['Paid out', 'time'],
} as const

const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`

/** A difference or a sum with its sign: '−$15.00'. */
export const signed = (amount: number): string => `${amount < 0 ? '−' : ''}${formatAmount(Math.abs(amount))}`

/** What has to be in a drawer, line by line: the float, and what went in and out. */
export function DrawerSums({ shift }: { shift: DrawerShift }) {
  const order = Object.keys(cashTexts)
  const cash = shift.moves
    .filter(({ method }) => method === 'cash')
    .toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
  return (
    <dl className={classes.sums}>
      <dt>Opening Float</dt>
      <dd>{formatAmount(shift.opening_float)}</dd>
      {cash.map(({ kind, count, amount }) => {
        const [title, one] = cashTexts[kind]
        return (
          <div key={kind} className={classes.sum}>
            <dt>
              {title}, {counted(count, one)}
            </dt>
            <dd>{signed(amount)}</dd>
          </div>
        )
      })}
      <div className={classes.total}>
        <dt>Expected</dt>
        <dd>{signed(shift.expected)}</dd>
      </div>
    </dl>
  )
}

/** What a method other than cash took, less what it gave back: `[payments, dollars]`. */
export function takenBy(shift: DrawerShift, method: 'desk_card' | 'other'): { text: string; amount: number } {
  const moves = shift.moves.filter((move) => move.method === method)
  const payments = moves.filter(({ kind }) => kind === 'payment').reduce((sum, { count }) => sum + count, 0)
  const cents = moves.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)
  return { text: counted(payments, 'payment'), amount: cents / 100 }
}
