import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { MergePair, PossibleDuplicate } from '../../../../../shared/contract/people/merges.ts'
import type { PersonPage as Person } from '../../../../../shared/contract/people/personPage.ts'
import { read } from '../../../../api/read.ts'
import { FormDialog } from '../../../../components/staff/form/FormDialog.tsx'
import { PersonPicker } from '../../../../components/staff/PersonPicker.tsx'
import { Actions, Grid, Heading, List, Row, Text } from '../../../../ui/layout.tsx'
import { RecordName } from '../../../../ui/staff/DetailParts.tsx'
import { Loaded } from '../../../../ui/staff/Loaded.tsx'
import { MergeReview } from './MergeReview.tsx'
import classes from './PersonParts.module.css'

interface MergeDialogProps {
  /** Nobody: the dialog is closed. */
  person: Person | undefined
  onClose: () => void
}

/** Makes two records of one person one: first which, then what would move and what is kept. */
export function MergeDialog({ person, onClose }: MergeDialogProps) {
  const [pair, setPair] = useState<MergePair>()
  const navigate = useNavigate()
  const close = () => {
    setPair(undefined)
    onClose()
  }
  return (
    <FormDialog of={person} onClose={close} title="Merge Records" step={pair ? 'review' : 'choose'} long wide>
      {({ id }) =>
        pair ? (
          <MergeReview
            pair={pair}
            onTurn={() => setPair({ ...pair, source_id: pair.target_id, target_id: pair.source_id })}
            onBack={() => setPair(undefined)}
            onMerged={() => {
              close()
              const isGone = pair.kind === 'account' && pair.source_id === id
              if (isGone) void navigate({ to: '/admin/users/$userId', params: { userId: pair.target_id } })
            }}
          />
        ) : (
          <ChooseOther userId={id} onChoose={setPair} onCancel={close} />
        )
      }
    </FormDialog>
  )
}

interface ChooseOtherProps {
  userId: string
  onChoose: (pair: MergePair) => void
  onCancel: () => void
}

function ChooseOther({ userId, onChoose, onCancel }: ChooseOtherProps) {
  const duplicates = useQuery(read('GET /api/admin/people/:user_id/duplicates', { user_id: userId }))
  const choose = ({ kind, id, like }: PossibleDuplicate) =>
    onChoose({ kind, source_id: id, target_id: like.id })
  return (
    <Grid className={classes.stack}>
      <Text below="lg">
        Bookings, payments, messages and people of one record move to the other. An admin can reverse it for a
        day.
      </Text>
      <Heading as="h3" size="lg">
        Looks Like the Same
      </Heading>
      <Loaded query={duplicates} height={64}>
        {(all) =>
          all.length === 0 ? (
            <Text tone="dim" size="sm">
              No other record has this name, phone number or email.
            </Text>
          ) : (
            <List aria-label="Possible duplicates">
              {all.map((found) => (
                <Row as="li" apart key={`${found.id} ${found.like.id}`} className={classes.record}>
                  <RecordName name={found.name}>
                    {found.why} as {found.like.name}
                    {found.contact && ` · ${found.contact}`}
                    {found.kind === 'participant' && ' · no account'}
                  </RecordName>
                  <Button variant="default" aria-label={`Merge ${found.name}`} onClick={() => choose(found)}>
                    Choose
                  </Button>
                </Row>
              ))}
            </List>
          )
        }
      </Loaded>
      <PersonPicker
        label="Another Account"
        value={null}
        onChange={(other) => other && onChoose({ kind: 'account', source_id: other.id, target_id: userId })}
      />
      <Actions>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </Actions>
    </Grid>
  )
}
