import { Switch, TextInput, VisuallyHidden } from '@mantine/core'
import type { CageEntry } from '../../../../shared/contract/facility/facilitySettings.ts'
import { AmountInput } from './AmountInput.tsx'
import { EntryList } from './EntryList.tsx'
import type { ListProps } from './fieldErrors.ts'
import classes from './Settings.module.css'

/** A cage's prices, and what they are called. */
export const cagePrices = [
  ['price_30_min', '30 Minutes'],
  ['price_60_min', '60 Minutes'],
  ['price_additional_30_min', '+30 Minutes'],
] as const

/** Cages with their prices; those from before are renamed and taken out of service, never removed. */
export const CageList = ({ known, value, ...list }: ListProps<CageEntry> & { known: number }) => (
  <EntryList
    {...list}
    value={value}
    kept={known}
    noun="Cage"
    empty="No cages yet. Add the first one, so that people can book it."
    made={() => {
      const like = value.at(-1)
      return {
        name: '',
        price_30_min: like?.price_30_min,
        price_60_min: like?.price_60_min,
        price_additional_30_min: like?.price_additional_30_min,
        details: like?.details ?? '',
        is_active: true,
      }
    }}
    nameOf={({ name, rename_to }, index) => (rename_to ?? name) || `Cage ${index + 1}`}
  >
    {({ entry, name, errors, change }) => {
      const isKnown = value.indexOf(entry) < known
      const rename = (wanted: string) =>
        isKnown && wanted !== entry.name ? { rename_to: wanted } : { rename_to: undefined }
      return (
        <>
          <TextInput
            label="Name"
            maxLength={100}
            className={classes.quarter ?? ''}
            value={entry.rename_to ?? entry.name}
            error={errors.rename_to ?? errors.name ?? errors['']}
            onChange={({ currentTarget: { value: wanted } }) =>
              change(isKnown ? rename(wanted) : { name: wanted })
            }
          />
          {cagePrices.map(([field, label]) => (
            <AmountInput
              key={field}
              label={label}
              className={classes.quarter ?? ''}
              unit="dollars"
              value={entry[field] ?? null}
              error={errors[field]}
              onChange={(amount) => change({ [field]: amount ?? Number.NaN })}
            />
          ))}
          <TextInput
            label="Details (optional)"
            placeholder="Machine, 40–70 mph"
            maxLength={40}
            className={classes.half ?? ''}
            value={entry.details ?? ''}
            error={errors.details}
            onChange={({ currentTarget: { value: details } }) => change({ details })}
          />
          <Switch
            classNames={{ root: `${classes.whole} ${classes.switch}`, label: classes.switchText ?? '' }}
            label={
              <span>In service{name && <VisuallyHidden component="span">: {name}</VisuallyHidden>}</span>
            }
            checked={entry.is_active !== false}
            onChange={(event) => change({ is_active: event.currentTarget.checked })}
          />
        </>
      )
    }}
  </EntryList>
)
