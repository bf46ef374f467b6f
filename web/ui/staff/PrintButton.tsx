import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'

/** Prints the page; what is not for paper is hidden by its styles. */
export const PrintButton = ({ disabled = false }: { disabled?: boolean }) => (
  <Button
    color="stitch.6"
    disabled={disabled}
    leftSection={<IconPrinter size={18} aria-hidden />}
    onClick={() => window.print()}
  >
    Print
  </Button>
)
