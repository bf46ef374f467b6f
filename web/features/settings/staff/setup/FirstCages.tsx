import { Button } from '@mantine/core'
import { useState } from 'react'
import type { CageEntry } from '../../../../../shared/contract/facility/facilitySettings.ts'
import { Text } from '../../../../ui/layout.tsx'
import { AmountInput } from '../AmountInput.tsx'
import settingsClasses from '../Settings.module.css'
import classes from './Setup.module.css'

const MOST = 30

/** Makes all cages at once: how many, and what most of them cost. */
export function FirstCages({ onMade }: { onMade: (cages: CageEntry[]) => void }) {
  const [count, setCount] = useState<number | null>(4)
  const [half, setHalf] = useState<number | null>(null)
  const [hour, setHour] = useState<number | null>(null)
  const [more, setMore] = useState<number | null>(null)
  const isCount = count !== null && Number.isInteger(count) && count >= 1 && count <= MOST
  const isPrice = (price: number | null) => price !== null && price >= 0
  const isReady = isCount && [half, hour, more].every(isPrice)
  return (
    <fieldset className={classes.first}>
      <legend>All at Once</legend>
      <div className={settingsClasses.fields}>
        <AmountInput
          className={settingsClasses.quarter ?? ''}
          label="Cages"
          value={count}
          error={isCount ? undefined : `1 to ${MOST}`}
          onChange={setCount}
        />
        <AmountInput
          className={settingsClasses.quarter ?? ''}
          label="30 minutes"
          unit="dollars"
          value={half}
          error={undefined}
          onChange={setHalf}
        />
        <AmountInput
          className={settingsClasses.quarter ?? ''}
          label="60 minutes"
          unit="dollars"
          value={hour}
          error={undefined}
          onChange={setHour}
        />
        <AmountInput
          className={settingsClasses.quarter ?? ''}
          label="30 minutes more"
          unit="dollars"
          value={more}
          error={undefined}
          onChange={setMore}
        />
      </div>
      <Button
        variant="default"
        disabled={!isReady}
        onClick={() =>
          onMade(
            Array.from({ length: count ?? 0 }, (_, index) => ({
              name: `Cage ${index + 1}`,
              price_30_min: half ?? 0,
              price_60_min: hour ?? 0,
              price_additional_30_min: more ?? 0,
              is_active: true,
            })),
          )
        }
      >
        {isCount ? `Add ${count === 1 ? '1 Cage' : `${count} Cages`}` : 'Add Cages'}
      </Button>
      {!isReady && (
        <Text tone="dim" above={8}>
          Enter the three prices. One cage can have its own afterwards.
        </Text>
      )}
    </fieldset>
  )
}
