import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Camp } from '../../../shared/contract/camps.ts'
import { centsFromDollars, leastCardCents } from '../../../shared/domain/money.ts'
import { facilityQuery } from '../../api/queries/facility.ts'
import { paymentConfigurationQuery } from '../../api/queries/payments.ts'
import { campPrice } from './campPrice.ts'
import classes from './RegisterPanel.module.css'

interface RegisterButtonsProps {
  camp: Camp
  /** An unfinished checkout of one's own keeps a seat. */
  held: boolean
  isPending: boolean
  onPay: () => void
  onRegister: () => void
}

/**
 * The ways to a seat in a camp that is open (spec 2 §2). A button that has been pressed keeps the focus: disabled, it would
 * lose it, and the dialog could not give it back.
 */
export function RegisterButtons({ camp, held, isPending, onPay, onRegister }: RegisterButtonsProps) {
  const cards = useQuery(paymentConfigurationQuery)
  const [now] = useState(() => new Date())
  const notes = (
    <>
      {now >= new Date(camp.starts_at) && (
        <p className={classes.reason}>This camp has begun. You can still join the sessions that are left.</p>
      )}
      {held && <p className={classes.reason}>A spot is held for you.</p>}
    </>
  )
  if (camp.price === 0) {
    return (
      <div className={classes.actions}>
        {notes}
        <Button size="lg" color="stitch.6" aria-busy={isPending} onClick={onRegister}>
          {isPending ? 'Registering…' : 'Register'}
        </Button>
      </div>
    )
  }
  const byCard = cards.data?.mode !== 'unavailable' && centsFromDollars(camp.price) >= leastCardCents
  const onArrival = camp.pay_on_arrival_enabled
  return (
    <div className={classes.actions}>
      {notes}
      {byCard && (
        <Button size="lg" color="stitch.6" disabled={isPending} onClick={onPay}>
          Pay Now · {campPrice(camp.price)}
        </Button>
      )}
      {onArrival && (
        <Button
          size="lg"
          {...(byCard ? { variant: 'default' } : { color: 'stitch.6' })}
          aria-busy={isPending}
          onClick={onRegister}
        >
          {isPending ? 'Registering…' : 'Pay on Arrival'}
        </Button>
      )}
      {!byCard && !onArrival && <CallUs />}
    </div>
  )
}

/** Where neither way of paying is open, only people can help. */
function CallUs() {
  const phone = useQuery(facilityQuery).data?.phone
  return <p className={classes.reason}>Please call us{phone ? ` at ${phone}` : ''} to register.</p>
}
