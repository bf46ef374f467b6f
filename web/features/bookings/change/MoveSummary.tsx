import '@mantine/core/styles/Loader.layer.css'
import { Button } from '@mantine/core'
import { IconArrowDown, IconArrowLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Change } from '../../../../shared/contract/changes.ts'
import { formatDollars } from '../../../../shared/domain/money.ts'
import modalClasses from '../BookingModal.module.css'
import changeClasses from './change.module.css'
import classes from './MoveDialog.module.css'
import type { MovePrice } from './movePrice.ts'

/** A place and time in two lines. */
export interface MovePoint {
  title: string
  when: string
}

interface MoveSummaryProps {
  noun: string
  from: MovePoint
  to: MovePoint
  price: MovePrice
  /** Until when the new time can be changed again; null when it starts too soon for that. */
  until: string | null
  method: Change['refund_method']
  notice: string | null
  isPending: boolean
  onConfirm: () => void
  onBack: () => void
  /** Further choices, e.g. of the cage. */
  children?: ReactNode
}

/** The second step of a move: from where to where, what it costs then, and the button that does it. */
export function MoveSummary(props: MoveSummaryProps) {
  const { noun, from, to, price, until, method, notice, isPending, onConfirm, onBack, children } = props
  return (
    <div className={classes.summary}>
      <button type="button" className={classes.back} onClick={onBack}>
        <IconArrowLeft size={20} aria-hidden />
        Back to times
      </button>
      <h2 tabIndex={-1} className={classes.heading}>
        From here to there
      </h2>
      {notice && (
        <p role="alert" className={modalClasses.notice}>
          {notice}
        </p>
      )}
      <div className={classes.old}>
        <p className={classes.label}>Now</p>
        <p className={changeClasses.title}>{from.title}</p>
        <p className={changeClasses.line}>{from.when}</p>
      </div>
      <IconArrowDown className={classes.arrow} size={28} stroke={2.5} aria-hidden />
      <div className={changeClasses.what}>
        <p className={classes.label}>Then</p>
        <p className={changeClasses.title}>{to.title}</p>
        <p className={changeClasses.line}>{to.when}</p>
      </div>
      {children}
      <p className={changeClasses.money}>{priceSentence(price, method)}</p>
      <p className={changeClasses.aside}>
        {until
          ? `Free to cancel or move until ${until}.`
          : 'That is too soon to cancel or move it online once more.'}
      </p>
      <div className={modalClasses.buttons}>
        {price.kind !== 'costs_more' && (
          <Button color="stitch.6" loading={isPending} onClick={onConfirm}>
            Move {noun}
          </Button>
        )}
      </div>
    </div>
  )
}

function priceSentence(price: MovePrice, method: Change['refund_method']): string {
  const total = formatDollars(price.total)
  if (price.kind === 'costs_more') {
    return `That time costs ${total}, more than you have paid. Please cancel this one and book anew.`
  }
  if (price.back > 0) {
    const back = formatDollars(price.back)
    return method === 'card'
      ? `It costs ${total} then: ${back} goes back to the card you paid with.`
      : `It costs ${total} then: our front desk gives you back ${back}.`
  }
  if (price.paid) return 'It is paid and costs the same.'
  return price.total === price.costs
    ? `It costs the same: ${total}, paid on arrival.`
    : `It costs ${total} then in place of ${formatDollars(price.costs)}, paid on arrival.`
}
