import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { isRefusal } from '../../api/apiError.ts'
import { call } from '../../api/call.ts'
import { withProof } from '../../api/proof.ts'
import { saveFrom } from '../../api/security.ts'
import { toolbarIcon } from '../../ui/staff/ToolbarPage.tsx'
import { toast } from '../../ui/toast.ts'
import { useOnline } from '../../ui/useOnline.ts'

interface ExportButtonProps {
  /** The list's file, e.g. `/api/admin/bookings.csv`. */
  file: `/api/${string}.${'csv' | 'zip'}`
  /** Search, filters and sort of the list, by the operation's names. What is empty is left out. */
  query: Readonly<Record<string, string | undefined>>
  /** What is in the file, e.g. 'bookings'. */
  what: string
  /** What the button says where it is not one of a list. */
  label?: string
  /** In a toolbar: a quiet icon. */
  isIcon?: boolean
}

/**
 * Downloads a list as it is filtered, after a proof of who is there. A link: the browser writes the file to the disk while it
 * comes, shows its progress, and can end it.
 */
export function ExportButton({ file, query, what, label, isIcon }: ExportButtonProps) {
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
      onClick={(event) => {
        event.preventDefault()
        if (online) void download(address)
      }}
      {...(!online && { 'data-disabled': true })}
      variant="default"
      {...(isIcon && { className: toolbarIcon })}
      leftSection={<IconDownload size={18} aria-hidden />}
      {...(!label && { 'aria-label': `Export ${what} as a CSV file` })}
      title={online ? (label ?? `Download the ${what} found as a CSV file`) : 'You’re offline.'}
    >
      {isIcon ? '' : (label ?? 'Export')}
    </Button>
  )
}

/** Asks for the proof first where one is due, because a browser that downloads a file cannot. */
async function download(address: string): Promise<void> {
  try {
    await withProof(() => call('GET /api/me/proof', {}))
    saveFrom(address)
  } catch (error) {
    // Who does not give the proof knows why there is no file.
    if (error instanceof Error && !isRefusal(error, 'proof_required')) toast.error(error.message)
  }
}
