import { Button } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { askedCare, missingCareText } from '../../../../shared/domain/people/missingCare.ts'
import { participantsQuery } from '../../../api/queries/household.ts'
import { fullNames } from '../../../components/participants/people.ts'
import { Heading, Panel, Row, Text } from '../../../ui/layout.tsx'
import { lazyPart } from '../../../ui/lazyPart.ts'
import { useFocusOnShow } from '../../../ui/useFocusOnShow.ts'
import classes from './TicketPage.module.css'

// With fields, which most tickets do not need.
const GoodToKnow = lazyPart(() => import('../../goodToKnow/GoodToKnow.tsx'))

interface BeforeYouComeProps {
  /** Who takes part. */
  participants: readonly string[]
  /** Something was registered just now: asked at once. */
  isNew: boolean
}

/** What is still to be said of the children on the ticket; one line once it is. */
export function BeforeYouCome({ participants, isNew }: BeforeYouComeProps) {
  const { data = [] } = useQuery(participantsQuery)
  const [opened, setOpened] = useState(isNew)
  const [isDone, setDone] = useState(false)
  const asked = data.flatMap((person) => {
    const kind = participants.includes(person.id) ? askedCare(person, new Date()) : null
    return kind ? [{ person, kind }] : []
  })
  if (isDone && asked.length === 0) return <Complete />
  if (asked.length === 0) return null
  const isMissing = asked.some(({ kind }) => kind === 'missing')
  return (
    <Panel padded gap="sm" aria-labelledby="before-you-come">
      <Heading size="xl" id="before-you-come">
        Before You Come
      </Heading>
      {opened ? (
        <Suspense>
          <GoodToKnow
            people={asked.map(({ person }) => person)}
            submit={isMissing ? 'Save' : 'Still Right'}
            cancel="Do This Later"
            onDone={() => setDone(true)}
            onCancel={() => setOpened(false)}
          />
        </Suspense>
      ) : (
        <Row apart>
          <div>
            <Text strong>
              {isMissing
                ? missingCareText([...new Set(asked.flatMap(({ person }) => person.missing_care))])
                : 'Still right?'}
            </Text>
            <Text tone="dim" size="sm">
              {fullNames(asked.map(({ person }) => person))}
            </Text>
          </div>
          <Button variant="default" onClick={() => setOpened(true)}>
            {isMissing ? 'Tell Us' : 'Check It'}
          </Button>
        </Row>
      )}
    </Panel>
  )
}

function Complete() {
  const line = useFocusOnShow<HTMLParagraphElement>()
  return (
    <Row as="p" gap={8} nowrap ref={line} tabIndex={-1} role="status" className={classes.complete}>
      <IconCircleCheck size={20} aria-hidden />
      Thank you. We know whom to call and what to look out for.
    </Row>
  )
}
