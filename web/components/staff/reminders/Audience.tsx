import { VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { SessionAudience } from '../../../../shared/contract/messages/reminders.ts'
import { facilityDay } from '../../../../shared/domain/time/time.ts'
import { formatDay, formatTime } from '../../../../shared/domain/time/timeFormat.ts'
import { facilityQuery } from '../../../api/queries/facility.ts'
import { List, Text } from '../../../ui/layout.tsx'
import { PeopleList, UnreachableList } from './PeopleList.tsx'
import classes from './Reminders.module.css'

interface AudienceProps {
  readonly audience: SessionAudience
  /** Opens the progress of what was sent before. */
  readonly onOpenRun: (runId: string) => void
}

/** The newest of what was sent before; the rest is in the audit log. */
const SHOWN = 3

/** Who gets it, who cannot, and what these people got before: looked at before anything is sent. */
export function Audience({ audience, onOpenRun }: AudienceProps) {
  const { data: facility } = useQuery(facilityQuery)
  const { recipients, unreachable, earlier, automatic } = audience
  const at = (instant: string) =>
    facility
      ? `${formatDay(facilityDay(instant, facility.time_zone))}, ${formatTime(instant, facility.time_zone)}`
      : ''
  return (
    <>
      {recipients.length > 0 && (
        <section className={classes.part}>
          <h3>{recipients.length === 1 ? 'One recipient' : `${recipients.length} recipients`}</h3>
          <PeopleList label="Recipients" people={recipients} />
        </section>
      )}
      <UnreachableList people={unreachable} />
      {automatic && (
        <Text tone="dim" below="md">
          {automatic.done
            ? `They were reminded automatically on ${at(automatic.at)}.`
            : `They are also reminded automatically on ${at(automatic.at)}.`}
        </Text>
      )}
      {earlier.length > 0 && (
        <section className={classes.part}>
          <h3>Sent Before</h3>
          <List className={classes.earlier}>
            {earlier.slice(0, SHOWN).map(({ run_id, kind, subject, created_at, created_by, total }) => (
              <li key={run_id}>
                <span>
                  {kind === 'reminder' ? 'Reminder' : `“${subject}”`}, {at(created_at)}, to {total}
                  {created_by && `, by ${created_by}`}
                </span>
                <button type="button" className={classes.open} onClick={() => onOpenRun(run_id)}>
                  See result
                  <VisuallyHidden component="span"> of {at(created_at)}</VisuallyHidden>
                </button>
              </li>
            ))}
          </List>
        </section>
      )}
    </>
  )
}
