import { TextInput } from '@mantine/core'
import type { CompleteSettings } from '../../../../shared/contract/facility/facilitySettings.ts'
import {
  journalAccountKeys,
  journalAccounts,
  namedAccounts,
} from '../../../../shared/domain/money/journal.ts'
import { AmountInput } from './AmountInput.tsx'
import { EntryList } from './EntryList.tsx'
import type { FieldErrors, ListProps } from './fieldErrors.ts'
import classes from './Settings.module.css'

type EntryOf<Field extends 'social_links' | 'team_rates'> = CompleteSettings[Field][number]

export const SocialLinkList = (list: ListProps<EntryOf<'social_links'>>) => (
  <EntryList
    {...list}
    noun="Social Link"
    empty="No social links."
    made={() => ({ label: '', url: 'https://' })}
    nameOf={({ label }, index) => label || `Social link ${index + 1}`}
  >
    {({ entry: { label, url }, errors, change }) => (
      <>
        <TextInput
          label="Shown As"
          maxLength={40}
          placeholder="Instagram"
          className={classes.half ?? ''}
          value={label}
          error={errors.label}
          onChange={(event) => change({ label: event.currentTarget.value })}
        />
        <TextInput
          label="Link"
          type="url"
          className={classes.half ?? ''}
          value={url}
          error={errors.url}
          onChange={(event) => change({ url: event.currentTarget.value })}
        />
      </>
    )}
  </EntryList>
)

/** To be typed: a price of $0 would be saved by mistake. */
const noPrices = { monthly_price: Number.NaN, price_per_hour: Number.NaN }

export const TeamRateList = (list: ListProps<EntryOf<'team_rates'>>) => (
  <EntryList
    {...list}
    noun="Team Rate"
    empty="No team rates: the home page shows none."
    made={() => ({ ...noPrices, weekly_hours: 1, monthly_hours: 4 })}
    nameOf={({ weekly_hours }) => `${weekly_hours} hours a week`}
  >
    {({ entry, errors, change }) => (
      <>
        {(
          [
            ['weekly_hours', 'Hours a Week', 'hours'],
            ['monthly_hours', 'Hours a Month', 'hours'],
            ['monthly_price', 'Price a Month', 'dollars'],
            ['price_per_hour', 'Price an Hour', 'dollars'],
          ] as const
        ).map(([field, label, unit]) => (
          <AmountInput
            key={field}
            label={label}
            className={classes.quarter ?? ''}
            unit={unit}
            value={entry[field]}
            error={errors[field] ?? (field === 'weekly_hours' ? errors[''] : undefined)}
            onChange={(amount) => change({ [field]: amount ?? Number.NaN })}
          />
        ))}
      </>
    )}
  </EntryList>
)

interface AccountNamesProps {
  value: CompleteSettings['journal_accounts']
  errors: FieldErrors
  onChange: (value: CompleteSettings['journal_accounts']) => void
}

/** What each account of the journal is called; an empty one has the name that it shows. */
export const AccountNames = ({ value, errors, onChange }: AccountNamesProps) => (
  <div className={classes.fields}>
    {journalAccountKeys.map((key) => (
      <TextInput
        key={key}
        className={classes.half ?? ''}
        label={journalAccounts[key].label}
        placeholder={journalAccounts[key].name}
        autoComplete="off"
        maxLength={80}
        value={value[key] ?? ''}
        error={errors[key]}
        onChange={(event) => onChange(namedAccounts({ ...value, [key]: event.currentTarget.value }))}
      />
    ))}
  </div>
)
