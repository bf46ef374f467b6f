import { useOs } from '@mantine/hooks'
import type { AnchorHTMLAttributes } from 'react'
import type { Facility } from '../../shared/contract/facility/facility.ts'

type Props = { facility: Pick<Facility, 'maps_url' | 'apple_maps_url'> } & Omit<
  AnchorHTMLAttributes<HTMLAnchorElement>,
  'href'
>

/** The way to the facility: Apple's maps on an iPhone or iPad, the other maps elsewhere (spec 1 §2.3). */
export function DirectionsLink({ facility, ...anchor }: Props) {
  const href = useOs() === 'ios' ? facility.apple_maps_url : facility.maps_url
  return <a {...anchor} href={href} target="_blank" rel="noopener noreferrer" />
}
