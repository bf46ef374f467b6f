import type {
  CompleteSettings,
  SettingsField,
} from '../../../../shared/contract/facility/facilitySettings.ts'
import { CageList } from './CageList.tsx'
import { AccountNames, SocialLinkList, TeamRateList } from './EntryLists.tsx'
import { errorsBelow, type FieldErrors } from './fieldErrors.ts'
import { SpecialDayList } from './SpecialDayList.tsx'
import { WeekHours } from './WeekHours.tsx'

interface ListFieldProps {
  field: SettingsField
  draft: Partial<CompleteSettings>
  /** What is saved: entries that are there already are told from new ones by it. */
  saved: Partial<CompleteSettings>
  errors: FieldErrors
  onChange: (value: unknown) => void
}

/** A setting that is a list. */
export function ListField({ field, draft, saved, errors: all, onChange }: ListFieldProps) {
  const shared = { errors: errorsBelow(all, field), onChange }
  switch (field) {
    case 'opening_hours':
      return <WeekHours value={draft.opening_hours ?? []} {...shared} />
    case 'special_days':
      return <SpecialDayList value={draft.special_days ?? []} {...shared} />
    case 'cages':
      return <CageList value={draft.cages ?? []} known={saved.cages?.length ?? 0} {...shared} />
    case 'team_rates':
      return <TeamRateList value={draft.team_rates ?? []} {...shared} />
    case 'social_links':
      return <SocialLinkList value={draft.social_links ?? []} {...shared} />
    case 'journal_accounts':
      return <AccountNames value={draft.journal_accounts ?? {}} {...shared} />
    default:
      return null
  }
}
