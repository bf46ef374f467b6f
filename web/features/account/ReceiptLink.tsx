import { IconReceipt } from '@tabler/icons-react'
import { CardLink } from '../../components/CardLink.tsx'

/** The provider's receipt, in a tab of its own; `of` says whose, for a screen reader. */
export function ReceiptLink({ url, of }: { url: string; of: string }) {
  return (
    <CardLink href={url} label={`View Receipt: ${of}`} newTab>
      <IconReceipt size={20} aria-hidden />
      View Receipt
    </CardLink>
  )
}
