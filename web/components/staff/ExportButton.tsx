import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useOnline } from '../../ui/useOnline.ts'

interface ExportButtonProps {
  /** The list's file, e.g. `/api/admin/bookings.csv`. */
  file: `/api/${string}.csv`
  /** Search, filters and sort of the list, by the operation's names. What is empty is left out. */
  query: Readonly<Record<string, string | undefined>>
  /** What is in the file, e.g. 'bookings'. */
  what: string
}

/**
 * Downloads a list as it is filtered. A plain link: the browser writes the file to the disk while it comes, shows its
 * progress, and can end it.
 */
export function ExportButton({ file, query, what }: ExportButtonProps) {
  const online = useOnline()
  const chosen = Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : []))
  const address = chosen.length > 0 ? `${file}?${new URLSearchParams(chosen)}` : file
  return (
    <Button
      component="a"
      href={online ? address : undefined}
      download
      role="link"
      aria-disabled={!online || undefined}
      {...(!online && { 'data-disabled': true })}
      variant="default"
      leftSection={<IconDownload size={18} aria-hidden />}
      aria-label={`Export ${what} as a CSV file`}
      title={online ? `All ${what} that are found, as a CSV file` : 'You are offline.'}
    >
      Export
    </Button>
  )
}
