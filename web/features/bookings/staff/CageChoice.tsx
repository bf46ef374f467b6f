import { type ReactNode, useId } from 'react'
import { formatDollars } from '../../../../shared/domain/money/money.ts'
import { Grid, Text } from '../../../ui/layout.tsx'
import classes from './CageChoice.module.css'
import type { CageState } from './placeChoices.ts'

interface CageChoiceProps {
  cages: readonly CageState[]
  value: readonly string[]
  /** One cage or the first that is free, for a lesson; else any number. */
  one: boolean
  error?: ReactNode
  onChange: (cageIds: readonly string[]) => void
}

/** Cages as tiles with their price, and who has those that are taken. A cage that was lost can be put back only. */
export function CageChoice({ cages, value, one, error, onChange }: CageChoiceProps) {
  const name = useId()
  const problem = useId()
  const described = error ? { 'aria-invalid': true, 'aria-describedby': problem } : {}
  const toggle = (id: string) =>
    onChange(value.includes(id) ? value.filter((other) => other !== id) : [...value, id])
  return (
    <fieldset>
      <Text as="legend" strong below={4}>
        {one ? 'Cage' : 'Cages'}
      </Text>
      <Grid gap="xs" className={classes.tiles}>
        {one && (
          <label className={classes.tile}>
            <input
              type="radio"
              name={name}
              checked={value.length === 0}
              onChange={() => onChange([])}
              {...described}
            />
            <Text as="span" strong>
              First free cage
            </Text>
            <Text as="span" size="sm" breaks numbers>
              In list order
            </Text>
          </label>
        )}
        {cages.map(({ id, name: cage, price, taken }) => (
          <label key={id} className={classes.tile} data-taken={taken !== null || undefined}>
            <input
              type={one ? 'radio' : 'checkbox'}
              name={name}
              checked={value.includes(id)}
              disabled={taken !== null && !value.includes(id)}
              onChange={() => (one ? onChange([id]) : toggle(id))}
              {...described}
            />
            <Text as="span" strong>
              {cage}
            </Text>
            <Text as="span" size="sm" breaks numbers>
              {taken ?? formatDollars(price)}
            </Text>
          </label>
        ))}
      </Grid>
      {error && (
        <Text tone="problem" size="sm" above={6} id={problem} role="alert">
          {error}
        </Text>
      )}
    </fieldset>
  )
}
