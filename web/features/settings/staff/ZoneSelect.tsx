import { NativeSelect } from '@mantine/core'

const american = [
  ['America/New_York', 'Eastern Time (New York)'],
  ['America/Chicago', 'Central Time (Chicago)'],
  ['America/Denver', 'Mountain Time (Denver)'],
  ['America/Phoenix', 'Mountain Time without daylight saving (Phoenix)'],
  ['America/Los_Angeles', 'Pacific Time (Los Angeles)'],
  ['America/Anchorage', 'Alaska Time (Anchorage)'],
  ['Pacific/Honolulu', 'Hawaii Time (Honolulu)'],
].map(([value = '', label = '']) => ({ value, label }))

interface ZoneSelectProps {
  label: string
  className: string
  description: string | undefined
  value: string
  error: string | undefined
  onChange: (zone: string) => void
}

/** The time zones of the United States as people call them, then all that the browser knows. */
export function ZoneSelect({ value, onChange, ...props }: ZoneSelectProps) {
  const others = new Set(Intl.supportedValuesOf('timeZone')).add(value)
  for (const zone of american) others.delete(zone.value)
  return (
    <NativeSelect
      {...props}
      value={value}
      data={[
        { group: 'United States', items: american },
        {
          group: 'All Others',
          items: [...others].sort().map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
        },
      ]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
