import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useId, useState } from 'react'
import type { WaiverKind } from '../../../shared/contract/waivers/waivers.ts'
import { facilityDay } from '../../../shared/domain/time/time.ts'
import { dayInText } from '../../../shared/domain/time/timeFormat.ts'
import { facilityQuery } from '../../api/queries/facility.ts'
import { read } from '../../api/read.ts'
import { fullNames } from '../../components/participants/people.ts'
import { DialogOf } from '../../ui/DialogOf.tsx'
import { Heading, List, Panel, Row, Text, textLink } from '../../ui/layout.tsx'
import { lazyPart } from '../../ui/lazyPart.ts'
import classes from './UnsignedWaivers.module.css'

// With fields, which most visits do not need.
const SignWaiver = lazyPart(() => import('./SignWaiver.tsx'))

interface UnsignedWaiversProps {
  /** Only what is required for it; all where nothing is named. */
  kind?: WaiverKind
  /** Only for these people. */
  participants?: readonly string[]
  /** What was signed is below. */
  withSigned?: boolean
}

/** What is still to be signed and for whom; nothing where nothing is. */
export function UnsignedWaivers({ kind, participants, withSigned = false }: UnsignedWaiversProps) {
  const { data } = useQuery(read('GET /api/waivers'))
  const facility = useQuery(facilityQuery).data
  const [opened, setOpened] = useState<string>()
  const heading = useId()
  if (!data || !facility) return null
  const today = facilityDay(new Date(), facility.time_zone)
  const unsigned = data.waivers.flatMap((waiver) => {
    const people = waiver.missing.filter(({ id }) => participants?.includes(id) ?? true)
    const isAsked = kind === undefined || waiver.required_for.includes(kind)
    return isAsked && people.length > 0 ? [{ waiver, people }] : []
  })
  // Where nothing is named, those are asked who have something ahead that requires it.
  const open = unsigned.flatMap(({ waiver, people }) => {
    const asked = participants ? people : people.filter(({ needs_it }) => needs_it)
    return asked.length > 0 ? [{ waiver, people: asked }] : []
  })
  const early = withSigned ? unsigned.filter(({ waiver }) => !open.some((one) => one.waiver === waiver)) : []
  const signed = withSigned ? data.signatures : []
  const shown = [...open, ...early].find(({ waiver }) => waiver.id === opened)
  if (open.length + early.length + signed.length === 0) return null
  return (
    <Panel padded gap="sm" aria-labelledby={heading}>
      <Heading as={withSigned ? 'h3' : 'h2'} size="xl" id={heading}>
        {open.length > 0 ? 'Please Sign' : 'Waivers'}
      </Heading>
      <List className={classes.waivers}>
        {open.map(({ waiver, people }) => (
          <Row as="li" apart key={waiver.id}>
            <div>
              <Text strong>{waiver.title}</Text>
              <Text tone="dim" size="sm">
                For {fullNames(people)}
              </Text>
            </div>
            <Button color="navy.7" aria-label={`Sign: ${waiver.title}`} onClick={() => setOpened(waiver.id)}>
              Sign
            </Button>
          </Row>
        ))}
        {early.map(({ waiver }) => (
          <Row as="li" apart key={waiver.id}>
            <div>
              <Text strong>{waiver.title}</Text>
              <Text tone="dim" size="sm">
                Not needed right now.
              </Text>
            </div>
            <Button
              variant="subtle"
              aria-label={`Sign Early: ${waiver.title}`}
              onClick={() => setOpened(waiver.id)}
            >
              Sign Early
            </Button>
          </Row>
        ))}
        {signed.map(({ id, title, participant, signed_at, holds }) => (
          <Row as="li" apart key={id}>
            <div>
              <Text strong>{title}</Text>
              <Text tone="dim" size="sm">
                For {participant}, signed {dayInText(facilityDay(signed_at, facility.time_zone), today)}
                {holds ? '' : ', no longer valid'}
              </Text>
            </div>
            <a
              href={`/api/waiver-copies/${id}`}
              className={textLink}
              aria-label={`Copy of ${title} for ${participant}`}
            >
              PDF
            </a>
          </Row>
        ))}
      </List>
      <DialogOf of={shown} title={({ waiver }) => waiver.title} onClose={() => setOpened(undefined)} long>
        {({ waiver, people }) => (
          <Suspense fallback={<Skeleton height="24rem" />}>
            <SignWaiver
              key={waiver.version}
              waiver={waiver}
              people={people}
              signer={data.signer}
              onClose={() => setOpened(undefined)}
            />
          </Suspense>
        )}
      </DialogOf>
    </Panel>
  )
}
