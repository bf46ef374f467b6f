import { useQuery } from '@tanstack/react-query'
import { facilityQuery } from '../api/queries/facility.ts'

/** The facility's logo above its name on what is printed; on white also where the screen is dark. Nothing without a logo. */
export function PrintedLogo() {
  const logo = useQuery(facilityQuery).data?.logo?.light
  if (!logo) return null
  return (
    <img
      {...logo}
      alt=""
      style={{
        ...{ display: 'block', width: 'auto', maxWidth: '12rem', height: '3rem', objectFit: 'contain' },
        ...{ padding: '0.25rem', background: 'var(--mantine-color-white)' },
        ...{ marginBottom: '0.25rem', borderRadius: 'var(--mantine-radius-sm)' },
      }}
    />
  )
}
