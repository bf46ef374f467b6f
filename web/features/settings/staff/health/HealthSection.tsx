import { Skeleton } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  type TablerIcon,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { Health, HealthCheck } from '../../../../../shared/contract/facility/health.ts'
import { formatTime } from '../../../../../shared/domain/time/timeFormat.ts'
import { facilityQuery } from '../../../../api/queries/facility.ts'
import { read } from '../../../../api/read.ts'
import { whenText } from '../../../../components/staff/whenText.ts'
import { Heading, List, Panel, Row, Text, textLink } from '../../../../ui/layout.tsx'
import { ErrorAlert } from '../../../../ui/staff/ErrorAlert.tsx'
import { useOnline } from '../../../../ui/useOnline.ts'
import classes from './Health.module.css'

const REFRESHED_EVERY = 30_000

const states: Readonly<Record<HealthCheck['state'], { icon: TablerIcon; word: string }>> = {
  good: { icon: IconCircleCheck, word: 'Good' },
  check: { icon: IconAlertTriangle, word: 'Take a look' },
  problem: { icon: IconCircleX, word: 'Not working' },
  off: { icon: IconCircleDashed, word: 'Not set up' },
}

/** Where something can be done about it in Dugout. */
const places: Partial<Record<HealthCheck['key'], { label: string; link: Pick<LinkProps, 'to' | 'search'> }>> =
  {
    mail: { label: 'Mail Server', link: { to: '/admin/settings', search: { section: 'mail' } } },
    payments: { label: 'Card Payments', link: { to: '/admin/settings', search: { section: 'cards' } } },
    audit: { label: 'Audit Log', link: { to: '/admin/audit-log' } },
  }

/** Whether everything works that the facility needs. Asked for again by itself while someone looks. */
export function HealthSection() {
  const { data, error, refetch } = useQuery({
    ...read('GET /api/health'),
    ...{ staleTime: 0, refetchInterval: REFRESHED_EVERY },
  })
  const zone = useQuery(facilityQuery).data?.time_zone
  const online = useOnline()
  if (data && zone)
    return (
      <>
        {(error || !online) && (
          <ErrorAlert
            error={error ?? new Error()}
            text={`${online ? 'Dugout does not answer.' : 'You’re offline.'} This is how it was at ${formatTime(data.at, zone)}.`}
            onRetry={() => void refetch()}
          />
        )}
        <Checks health={data} zone={zone} />
        <Errors health={data} zone={zone} />
      </>
    )
  if (error) return <ErrorAlert error={error} onRetry={() => void refetch()} />
  return <Skeleton height={520} radius="lg" role="status" aria-label="Loading how everything is" />
}

interface Shown {
  health: Health
  zone: string
}

function Checks({ health: { at, checks }, zone }: Shown) {
  const wanting = checks.filter(({ state }) => state === 'check' || state === 'problem').length
  const worst = checks.some(({ state }) => state === 'problem') ? 'problem' : wanting > 0 ? 'check' : 'good'
  return (
    <Panel className={classes.panel} aria-label="How everything is">
      <Row apart className={classes.summary} data-state={worst}>
        <Heading as="h3" size="lg">
          <span role="status">
            {wanting === 0
              ? 'Everything works'
              : wanting === 1
                ? 'One thing needs you'
                : `${wanting} things need you`}
          </span>
        </Heading>
        <Text tone="dim" size="sm">
          As of {formatTime(at, zone)}
        </Text>
      </Row>
      <List className={classes.rows}>
        {checks.map((check) => (
          <Check key={check.key} check={check} />
        ))}
      </List>
    </Panel>
  )
}

function Check({ check: { key, title, state, figure, advice } }: { check: HealthCheck }) {
  const { icon: Icon, word } = states[state]
  const place = state === 'good' ? undefined : places[key]
  return (
    <li data-state={state}>
      <Icon size={22} aria-hidden className={classes.icon ?? ''} />
      <div>
        <strong>{title}</strong>
        <Text numbers breaks>
          {figure}
        </Text>
        {advice && (
          <Text tone="dim" size="sm" breaks>
            {advice}
          </Text>
        )}
      </div>
      <div className={classes.state}>
        <span>{word}</span>
        {place && (
          <Link {...place.link} className={textLink}>
            {place.label}
          </Link>
        )}
      </div>
    </li>
  )
}

function Errors({ health: { errors, version, since }, zone }: Shown) {
  return (
    <Panel padded gap="sm" aria-labelledby="last-errors">
      <Heading as="h3" size="lg" id="last-errors">
        Last Errors
      </Heading>
      {errors.length === 0 ? (
        <Text tone="dim">None since this process started, {whenText(since, zone)}.</Text>
      ) : (
        <List className={classes.errors}>
          {errors.map(({ at, request_id, what, cause }) => (
            <li key={`${at} ${request_id ?? what}`}>
              <Text breaks>
                <strong>{what}</strong>
                {cause && ` · ${cause}`}
              </Text>
              <Text tone="dim" size="sm" numbers breaks>
                {whenText(at, zone)}
                {request_id && (
                  <>
                    {' · '}
                    <code>{request_id}</code>
                  </>
                )}
              </Text>
            </li>
          ))}
        </List>
      )}
      <Text tone="dim" size="sm">
        The log has each with its request id, and people see the id in the message they got. {version},
        running since {whenText(since, zone)}.
      </Text>
    </Panel>
  )
}
