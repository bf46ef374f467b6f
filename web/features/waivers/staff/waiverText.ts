import type { UnsignedWaiver } from '../../../../shared/contract/waivers/waivers.ts'

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
