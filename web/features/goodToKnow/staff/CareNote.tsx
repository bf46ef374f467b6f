import { Button } from '@mantine/core'
import { IconFirstAidKit } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read } from '../../../api/read.ts'
import { PhoneLink } from '../../../components/PhoneLink.tsx'
import { List, Stack, Text } from '../../../ui/layout.tsx'
import { ErrorAlert } from '../../../ui/staff/ErrorAlert.tsx'
import classes from './CareNote.module.css'

/**
 * Medical note and emergency contacts of who takes part today. Read only when asked for, because each reading is in the audit
 * log, and gone when it is closed.
 */
export function CareNote({ participantId, name }: { participantId: string; name: string }) {
  const [shown, setShown] = useState(false)
  return (
    <div className={classes.care}>
      <Button
        variant="default"
        leftSection={<IconFirstAidKit size={20} aria-hidden />}
        aria-expanded={shown}
        onClick={() => setShown(!shown)}
      >
        {shown ? 'Hide Medical Note' : 'Medical Note'}
      </Button>
      {shown && <Care participantId={participantId} name={name} />}
    </div>
  )
}

/** What is kept of someone, for as long as it is open. */
export function Care({ participantId, name }: { participantId: string; name: string }) {
  // Each reading is in the audit log: it is neither kept nor tried twice.
  const care = useQuery({
    ...read('GET /api/staff/participants/:id/care', { id: participantId }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  if (care.error) return <ErrorAlert error={care.error} onRetry={() => void care.refetch()} />
  if (!care.data) return <p role="status">Loading…</p>
  const { medical_note, emergency_contacts, pickup_adults } = care.data
  const people = [
    ...emergency_contacts.map((person) => ({ ...person, role: person.relation || 'Emergency contact' })),
    ...pickup_adults.map((person) => ({ ...person, role: 'May pick up' })),
  ]
  return (
    <Stack
      above={8}
      as="section"
      gap={6}
      className={classes.careText}
      data-noted={medical_note !== null || undefined}
      aria-label={`Medical note of ${name}`}
    >
      <Text breaks lines>
        {medical_note ?? 'No medical note.'}
      </Text>
      {people.length > 0 && (
        <List className={classes.plainList}>
          {people.map((person) => (
            <li key={`${person.role} ${person.name}`}>
              {person.name} · {person.role}
              {person.phone && <PhoneLink phone={person.phone} className={classes.inlineLink} />}
            </li>
          ))}
        </List>
      )}
      <Text tone="dim" size="sm">
        For today only. Reading it is recorded in the audit log.
      </Text>
    </Stack>
  )
}
