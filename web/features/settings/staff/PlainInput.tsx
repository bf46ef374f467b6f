import { NativeSelect, Skeleton, Switch, TextInput } from '@mantine/core'
import { Suspense } from 'react'
import { facilityFields } from '../../../../shared/domain/facility/facilityFields.ts'
import { lazyPart } from '../../../ui/lazyPart.ts'
import { AmountInput } from './AmountInput.tsx'
import classes from './Settings.module.css'
import type { PlainField } from './sections.ts'
import { ZoneSelect } from './ZoneSelect.tsx'

const ColorField = lazyPart(() => import('./look/ColorField.tsx'))

interface PlainInputProps {
  plain: PlainField
  label: string
  /** Shown while it is empty: what is used then. */
  placeholder?: string | undefined
  value: unknown
  error: string | undefined
  onChange: (value: unknown) => void
}

/** A setting of one value. */
export function PlainInput({ plain, label, placeholder, value, error, onChange }: PlainInputProps) {
  const { kind, hint, field, keys } = plain
  const place = plain.half ? (classes.half ?? '') : (classes.whole ?? '')
  if (kind === 'switch') {
    return (
      <Switch
        classNames={{ root: `${place} ${classes.switch}`, label: classes.switchText ?? '' }}
        label={label}
        description={hint}
        checked={value === true}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    )
  }
  if (kind === 'color') {
    return (
      <Suspense fallback={<Skeleton className={place} height={240} role="status" aria-label="Loading" />}>
        <ColorField
          label={label}
          hint={hint}
          value={typeof value === 'string' ? value : ''}
          error={error}
          onChange={onChange}
        />
      </Suspense>
    )
  }
  if (kind === 'zone') {
    return (
      <ZoneSelect
        className={place}
        label={label}
        description={hint}
        value={typeof value === 'string' ? value : ''}
        error={error}
        onChange={onChange}
      />
    )
  }
  if (kind === 'choice') {
    return (
      <NativeSelect
        className={place}
        label={label}
        description={hint}
        data={plain.choices ?? []}
        value={String(value)}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  }
  if (kind === 'text') {
    return (
      <TextInput
        className={place}
        label={label}
        description={hint}
        autoComplete="off"
        inputMode={keys}
        placeholder={placeholder}
        value={typeof value === 'string' ? value : ''}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  }
  return (
    <AmountInput
      className={place}
      label={label}
      description={hint}
      placeholder={kind === 'no_limit' ? 'No limit' : undefined}
      unit={facilityFields[field].unit}
      value={typeof value === 'number' ? value : null}
      error={error}
      onChange={onChange}
    />
  )
}
