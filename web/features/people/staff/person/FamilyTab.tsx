import { Button } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment, Suspense, useState } from 'react'
import type { Participant } from '../../../../../shared/contract/accounts/households.ts'
import { fullYears } from '../../../../../shared/domain/programs/ages.ts'
import { read } from '../../../../api/read.ts'
import { Avatar } from '../../../../components/participants/Avatar.tsx'
import { ageText, useToday } from '../../../../components/participants/ages.ts'
import { Row, Text } from '../../../../ui/layout.tsx'
import { lazyExtra } from '../../../../ui/lazyExtra.ts'
import { RecordName } from '../../../../ui/staff/DetailParts.tsx'
import { wholeList } from '../../../../ui/staff/listState.ts'
import { CareNote } from '../../../goodToKnow/staff/CareNote.tsx'
import { Card, PagedRecords } from './PagedRecords.tsx'
import { ParticipantDialog } from './ParticipantDialog.tsx'
import classes from './PersonParts.module.css'
import type { PersonTabProps } from './personTabs.ts'

const HandOverDialog = lazyExtra(() => import('../../../waivers/staff/HandOverDialog.tsx'))

/** Who takes part: the person, and the people whom they look after, with ages and the other adults. */
export function FamilyTab({ person }: PersonTabProps) {
  const list = wholeList(
    useQuery(read('GET /api/admin/people/:user_id/participants', { user_id: person.id })),
  )
  // Null: someone new.
  const [edited, setEdited] = useState<Participant | null>()
  /** For whom a waiver is handed over. */
  const [signer, setSigner] = useState<Participant>()
  const ids = list.rows?.map(({ id }) => id) ?? []
  const waivers = useQuery({
    ...read('GET /api/staff/waiver-states', { participant_ids: ids.join(',') }),
    enabled: ids.length > 0,
  }).data
  const unsigned = (id: string) => waivers?.find((state) => state.participant_id === id)?.missing ?? []
  return (
    <Card
      title="Family"
      action={
        <Button
          color="stitch.6"
          leftSection={<IconUserPlus size={20} aria-hidden />}
          onClick={() => setEdited(null)}
        >
          Add a Person
        </Button>
      }
    >
      <Text tone="dim" size="sm">
        Medical notes are hidden until you open them. Each reading is recorded in the audit log.
      </Text>
      <PagedRecords label="People" list={list} keyOf={({ id }) => id} empty={<p>Nobody.</p>}>
        {(participant) => (
          <>
            <Row gap="sm" nowrap shrinks className={classes.child}>
              <Avatar name={participant.name} isSelf={participant.is_self} />
              <Described participant={participant} parentId={person.id} />
            </Row>
            <Row as="span" align="stretch" className={classes.buttons}>
              {unsigned(participant.id).length > 0 && (
                <Button
                  variant="default"
                  aria-label={`Hand over the waiver of ${participant.name}`}
                  onClick={() => setSigner(participant)}
                >
                  Waiver to Sign
                </Button>
              )}
              <CareNote participantId={participant.id} name={participant.name} />
              <Button
                variant="default"
                aria-label={`Edit ${participant.name}`}
                onClick={() => setEdited(participant)}
              >
                Edit
              </Button>
            </Row>
          </>
        )}
      </PagedRecords>
      <Suspense>
        {signer && <HandOverDialog participant={signer} onClose={() => setSigner(undefined)} />}
      </Suspense>
      <ParticipantDialog userId={person.id} participant={edited} onClose={() => setEdited(undefined)} />
    </Card>
  )
}

function Described({ participant, parentId }: { participant: Participant; parentId: string }) {
  const today = useToday()
  const { name, is_self, birth_date, positions, archived_at, adults } = participant
  const others = adults.filter(({ user_id }) => user_id !== parentId)
  const facts = [
    is_self && 'The account itself',
    birth_date && ageText(fullYears(birth_date, today)),
    positions.join(', '),
    archived_at && 'archived',
  ].filter(Boolean)
  return (
    <RecordName name={name}>
      {facts.join(' · ') || 'No birth date'}
      {others.length > 0 && (
        <>
          {' · shared with '}
          {others.map(({ user_id, full_name }, n) => (
            <Fragment key={user_id}>
              {n > 0 && ', '}
              <Link to="/admin/users/$userId" params={{ userId: user_id }}>
                {full_name}
              </Link>
            </Fragment>
          ))}
        </>
      )}
    </RecordName>
  )
}
