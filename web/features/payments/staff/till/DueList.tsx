import { Checkbox, VisuallyHidden } from '@mantine/core'
import type { DueItem } from '../../../../../shared/contract/payments/till.ts'
import { formatAmount } from '../../../../../shared/domain/money/money.ts'
import { facilityDay, minuteMs } from '../../../../../shared/domain/time/time.ts'
import { dayInText, formatTimeRange } from '../../../../../shared/domain/time/timeFormat.ts'
import { List, Row, Text } from '../../../../ui/layout.tsx'
import classes from './Till.module.css'
import type { Customer } from './taking.tsx'
import { minutesOf } from './tillRules.ts'

interface DueListProps {
  items: readonly DueItem[]
  ticked: readonly string[]
  onTick: (ticked: readonly string[]) => void
  disabled: boolean
  customer: Customer
  today: string
  now: Date
  zone: string
}

/** All that is due, by when it is, each to be ticked by a press on its row or by Space. */
export function DueList({ items, ticked, onTick, disabled, customer, today, now, zone }: DueListProps) {
  const dayOf = ({ starts_at }: DueItem) => facilityDay(starts_at, zone)
  const groups = [
    ['Earlier', items.filter((item) => dayOf(item) < today)],
    ['Today', items.filter((item) => dayOf(item) === today)],
    ['Later', items.filter((item) => dayOf(item) > today)],
  ] as const
  const tick = (ids: readonly string[], isOn: boolean) =>
    onTick(isOn ? [...ticked, ...ids] : ticked.filter((id) => !ids.includes(id)))
  return groups.map(([title, group]) => {
    if (group.length === 0) return null
    const on = group.filter(({ id }) => ticked.includes(id))
    return (
      <section key={title} className={classes.group} aria-label={title}>
        <header>
          <h3>{title}</h3>
          {group.length > 1 && (
            <button
              type="button"
              disabled={disabled}
              onClick={() => {
                const isOn = on.length < group.length
                tick(
                  (isOn ? group.filter((item) => !on.includes(item)) : group).map(({ id }) => id),
                  isOn,
                )
              }}
            >
              {on.length < group.length ? 'Tick All' : 'Untick All'}
              <VisuallyHidden> of {title}</VisuallyHidden>
            </button>
          )}
        </header>
        <List aria-label={`Due ${title.toLowerCase()}`}>
          {group.map((item) => (
            <li key={item.id} data-ticked={ticked.includes(item.id) || undefined}>
              <Checkbox
                classNames={{ body: classes.tick ?? '', labelWrapper: classes.line ?? '' }}
                checked={ticked.includes(item.id)}
                disabled={disabled}
                onChange={({ currentTarget }) => tick([item.id], currentTarget.checked)}
                label={
                  <Row as="span" gap="sm" nowrap className={classes.item}>
                    <Text as="span" strong breaks grow shrinks className={classes.name}>
                      {nameOf(item, zone)}
                      <Text as="span" tone="dim" size="xs" lighter block>
                        {factsOf(item, { customer, today, now, zone }).join(' · ')}
                      </Text>
                    </Text>
                    <Text as="span" numbers strong>
                      {formatAmount(item.amount)}
                    </Text>
                  </Row>
                }
              />
            </li>
          ))}
        </List>
      </section>
    )
  })
}

const isCamp = ({ kind }: DueItem) => kind === 'camp_registration' || kind === 'guest_camp_registration'

const nameOf = (item: DueItem, zone: string) =>
  isCamp(item) ? item.title : `${item.title}, ${formatTimeRange(item.starts_at, item.ends_at, zone)}`

type Shown = Pick<DueListProps, 'customer' | 'today' | 'now' | 'zone'>

function factsOf(item: DueItem, { customer, today, now, zone }: Shown): string[] {
  const day = facilityDay(item.starts_at, zone)
  const late = Math.floor((now.getTime() - Date.parse(item.starts_at)) / minuteMs)
  const who = item.participant_name ?? (item.customer_name === customer?.name ? null : item.customer_name)
  return [
    who,
    day !== today && `${isCamp(item) ? 'starts ' : ''}${dayInText(day, today)}`,
    !isCamp(item) && `${minutesOf(item)} min`,
    item.may_check_in && late >= 5 && Date.parse(item.ends_at) > now.getTime() && `${late} min late`,
  ].filter((fact) => typeof fact === 'string')
}
