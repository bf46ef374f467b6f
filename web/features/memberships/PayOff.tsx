import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { MembershipOffer } from '../../../shared/contract/memberships/memberships.ts'
import {
  breakEvenHours,
  hoursText,
  keptPerMonth,
  membershipTerms,
} from '../../../shared/domain/memberships/breakEven.ts'
import { formatDollars, formatRate } from '../../../shared/domain/money/money.ts'
import { epochMs } from '../../../shared/domain/time/time.ts'
import { cagesQuery } from '../../api/queries/cages.ts'
import { read } from '../../api/read.ts'
import { useNow } from '../../ui/firstRender.ts'
import { Grid, Text } from '../../ui/layout.tsx'
import classes from './PayOff.module.css'

/** Hours a month where the last bookings are not known. */
const usualHours = 4
const mostHours = 60
const tableHours = [4, 12, 24, 36] as const

/** Whether the membership pays off for the reader, from the prices as they are: it says so too where it does not. */
export function PayOff({ offer, signedIn }: { offer: MembershipOffer; signedIn: boolean }) {
  const { data: cages } = useQuery(cagesQuery)
  const own = useLastMonth(signedIn)
  const [chosen, setChosen] = useState<number>()
  const terms = cages && membershipTerms(offer, cages)
  if (!terms) return null
  const hours = chosen ?? own ?? usualHours
  const step = (by: number) => setChosen(Math.min(mostHours, Math.max(0, hours + by)))
  const kept = keptPerMonth(terms, hours)
  const from = breakEvenHours(terms)
  return (
    <Grid as="section" gap="xs" className={classes.payOff} aria-labelledby="pay-off">
      <h2 id="pay-off" className={classes.title}>
        Does it pay off for you?
      </h2>
      {/* Without the code nothing can be chosen. */}
      <noscript>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">Cage Hours a Month</th>
              <th scope="col">You Keep</th>
            </tr>
          </thead>
          <tbody>
            {tableHours.map((some) => (
              <tr key={some}>
                <td>{some}</td>
                <td>{formatDollars(keptPerMonth(terms, some)).replace('-', '−')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </noscript>
      <div className={classes.row}>
        <span>
          <strong>Cage hours</strong> a month, at {formatRate(terms.hour)}
        </span>
        <span className={classes.stepper}>
          <button type="button" className={classes.step} aria-label="One hour less" onClick={() => step(-1)}>
            −
          </button>
          <output className={classes.hours} aria-label="Cage hours a month">
            {hoursText(hours)}
          </output>
          <button type="button" className={classes.step} aria-label="One hour more" onClick={() => step(1)}>
            +
          </button>
        </span>
      </div>
      <p className={classes.result} role="status" data-good={kept >= 0 || undefined}>
        {kept >= 0
          ? `You keep ${formatDollars(kept)} a month.`
          : `It costs ${formatDollars(-kept)} a month more than it saves. Not for you yet.`}
      </p>
      <Text tone="dim" size="sm">
        {from === null
          ? 'At these prices it saves less than it costs.'
          : `Pays off from ${hoursText(from)} cage hours a month.`}
      </Text>
    </Grid>
  )
}

const monthMs = 30 * 24 * 3_600_000

/** The hours that a signed-in visitor had in the cages in the last 30 days; undefined for others, and for none. */
function useLastMonth(signedIn: boolean): number | undefined {
  const now = useNow().getTime()
  const { data } = useQuery({ ...read('GET /api/me/bookings'), enabled: signedIn })
  const ms = data
    ?.filter(({ status, start_time }) => {
      const start = epochMs(start_time)
      return status !== 'canceled' && start < now && start > now - monthMs
    })
    .reduce((sum, { start_time, end_time }) => sum + epochMs(end_time) - epochMs(start_time), 0)
  return ms ? Math.round(ms / 1_800_000) / 2 : undefined
}
