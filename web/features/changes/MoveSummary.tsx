import { Button } from '@mantine/core'
import { IconArrowDown } from '@tabler/icons-react'
import { useState } from 'react'
import { formatMoment } from '../../../shared/domain/bookings/changeWords.ts'
import { capitalized } from '../../../shared/domain/capitalized.ts'
import { formatRate } from '../../../shared/domain/money/money.ts'
import { epochMs } from '../../../shared/domain/time/time.ts'
import { BackToTimes } from '../../components/TimeChoice.tsx'
import { Actions, Box, Heading, Text } from '../../ui/layout.tsx'
import { Note } from '../../ui/Note.tsx'
import { RadioTiles } from '../../ui/RadioTiles.tsx'
import classes from './changes.module.css'

import { askedPrice, movePrice, priceSentence } from './movePrice.ts'
import { PlaceBox } from './PlaceBox.tsx'
import type { FreeTime, Move, MoveTo } from './useMove.ts'

interface MoveSummaryProps {
  move: Move
  time: FreeTime
  onConfirm: (to: MoveTo) => void
}

/** The second step of a move: from where to where, what it costs then, and the button that does it. */
export function MoveSummary({ move, time, onConfirm }: MoveSummaryProps) {
  const { from, facility, now, problem, isPending, forgetProblem, toTimes } = move
  const [cageId, setCageId] = useState(from.cageId)
  const place = time.places.find((free) => free.cageId === cageId) ?? time.places[0]
  const price = askedPrice(movePrice(from, place.total), problem)
  // The rule kept since booking: as long before the start as it is now.
  const ahead = from.start.getTime() - epochMs(from.change.until)
  const until = new Date(time.start.getTime() - ahead)
  return (
    <div className={classes.summary}>
      <BackToTimes onBack={() => toTimes()} />
      <Heading below={8} tabIndex={-1}>
        From here to there
      </Heading>
      {problem && (
        <Note role="alert">
          {problem.code === 'price_changed'
            ? 'The price has changed. Please check it once more.'
            : problem.message}
        </Note>
      )}
      <PlaceBox {...from} label="Now" old />
      <IconArrowDown className={classes.arrow} size={28} stroke={2.5} aria-hidden />
      <PlaceBox {...place} label="Then" />
      {time.places.length > 1 && (
        <Box above="md">
          <RadioTiles
            legend="Cage"
            name="move-cage"
            many
            // Only a booking of a cage has several places: each has its cage then.
            tiles={time.places.map((free) => ({
              value: free.cageId ?? '',
              title: free.title,
              note: formatRate(free.total),
            }))}
            value={place.cageId}
            onPick={(id) => {
              forgetProblem()
              setCageId(id)
            }}
          />
        </Box>
      )}
      <Text strong above="md">
        {priceSentence(price)}
      </Text>
      <Text tone="dim" above={4}>
        {now < until
          ? `Free to move or cancel until ${formatMoment(until, facility.time_zone)}.`
          : 'That’s too soon to cancel or move it online again.'}
      </Text>
      {price.covered && (
        <Actions>
          <Button
            color="stitch.6"
            loading={isPending}
            onClick={() => onConfirm({ start: time.start, cageId: place.cageId, total: price.total })}
          >
            Move {capitalized(from.noun)}
          </Button>
        </Actions>
      )}
    </div>
  )
}
