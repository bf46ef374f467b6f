import type { Participant } from '../../../../shared/contract/accounts/households.ts'
import type { UnsignedWaiver } from '../../../../shared/contract/waivers/waivers.ts'
import { missingCareText } from '../../../../shared/domain/people/missingCare.ts'

const words: Readonly<Record<UnsignedWaiver['why'], string>> = {
  never_signed: 'Waiver missing',
  expired: 'Waiver expired',
  new_version: 'New waiver to sign',
}

/** What a roster says of someone who has something to sign: the first reason, and how many there are. */
export function waiverText(unsigned: readonly UnsignedWaiver[]): string {
  const [first] = unsigned
  if (!first) return ''
  return unsigned.length === 1 ? words[first.why] : `${unsigned.length} waivers to sign`
}

/** On paper: all that is to be asked at check-in. */
export const toAskText = ({
  unsigned,
  missing_care,
}: {
  unsigned: readonly UnsignedWaiver[]
  missing_care: Participant['missing_care']
}): string => [waiverText(unsigned), missingCareText(missing_care)].filter(Boolean).join('. ')
