import { Button } from '@mantine/core'
import type { CageEntry } from '../../../../../shared/contract/facility/facilitySettings.ts'
import { dollars } from '../../../../../shared/contract/fields.ts'
import { Text } from '../../../../ui/layout.tsx'
import { AmountInput } from '../AmountInput.tsx'
import { cagePrices } from '../CageList.tsx'
import settingsClasses from '../Settings.module.css'
import classes from './Setup.module.css'

const MOST = 30

/** How many cages there are, and what most of them cost; null where nothing is entered. */
export type FirstCagesEntry = { count: number | null } & Record<(typeof cagePrices)[number][0], number | null>

export const noCagesEntered: FirstCagesEntry = {
  count: 4,
  price_30_min: null,
  price_60_min: null,
  price_additional_30_min: null,
}

export const hasPrices = (entry: FirstCagesEntry) => cagePrices.some(([field]) => entry[field] !== null)

/** The cages as entered; null while a price or the number is missing. */
export function cagesOf({ count, ...each }: FirstCagesEntry): CageEntry[] | null {
  if (!isCount(count) || !cagePrices.every(([field]) => isPrice(each[field]))) return null
  return Array.from({ length: count ?? 0 }, (_, index) => ({
    name: `Cage ${index + 1}`,
    ...(each as Record<keyof typeof each, number>),
    is_active: true,
  }))
}

interface FirstCagesProps {
  entry: FirstCagesEntry
  onChange: (entry: FirstCagesEntry) => void
  /** They were asked for before all prices were there: the missing ones are pointed out. */
  isAsked: boolean
}

/** Makes all cages at once. Its button submits the step's form, as Enter and Continue do. */
export function FirstCages({ entry, onChange, isAsked }: FirstCagesProps) {
  const { count } = entry
  return (
    <fieldset className={classes.first}>
      <legend>All at Once</legend>
      <div className={settingsClasses.fields}>
        <AmountInput
          className={settingsClasses.quarter ?? ''}
          label="Cages"
          value={count}
          error={isCount(count) ? undefined : `1 to ${MOST}`}
          onChange={(typed) => onChange({ ...entry, count: typed })}
        />
        {cagePrices.map(([field, label]) => (
          <AmountInput
            key={field}
            className={settingsClasses.quarter ?? ''}
            label={label}
            unit="dollars"
            value={entry[field]}
            error={isAsked && !isPrice(entry[field]) ? 'Enter a price, like 24 or 24.50.' : undefined}
            onChange={(typed) => onChange({ ...entry, [field]: typed })}
          />
        ))}
      </div>
      <Button type="submit" variant="default" name="add" value="cages">
        {isCount(count) ? `Add ${count === 1 ? '1 Cage' : `${count} Cages`}` : 'Add Cages'}
      </Button>
      {cagesOf(entry) === null && (
        <Text tone="dim" above={8}>
          Enter the three prices. One cage can have its own afterwards.
        </Text>
      )}
    </fieldset>
  )
}

const isCount = (count: number | null) =>
  count !== null && Number.isInteger(count) && count >= 1 && count <= MOST

const isPrice = (price: number | null) => dollars.safeParse(price).success
