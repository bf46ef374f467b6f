import { Button, Skeleton, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { facilityQuery } from '../../api/queries/facility.ts'
import { read } from '../../api/read.ts'
import { useSession } from '../../api/session.ts'
import { LoadProblem } from '../../components/LoadProblem.tsx'
import { Stack } from '../../ui/layout.tsx'
import classes from './OwnReceiptPage.module.css'
import { ReceiptSheet } from './ReceiptSheet.tsx'

/** A receipt of the customer's own payment, to keep or to print. */
export function OwnReceiptPage({ paymentId }: { paymentId: string }) {
  const signedIn = useSession().status === 'signed-in'
  const query = useQuery({
    ...read('GET /api/me/payments/:payment_id/receipt', { payment_id: paymentId }),
    enabled: signedIn,
  })
  const zone = useQuery(facilityQuery).data?.time_zone
  return (
    <Stack className={classes.page}>
      <VisuallyHidden component="h1">Receipt</VisuallyHidden>
      {query.data && zone ? (
        <>
          <ReceiptSheet receipt={query.data} zone={zone} />
          <Button variant="default" onClick={() => window.print()}>
            Print
          </Button>
        </>
      ) : query.error ? (
        <LoadProblem what="receipt" error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton height={320} maw="44rem" />
      )}
    </Stack>
  )
}
