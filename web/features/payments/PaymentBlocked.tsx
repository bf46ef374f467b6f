import { Button } from '@mantine/core'
import { IconShieldX } from '@tabler/icons-react'
import { useFocusOnShow } from '../../ui/useFocusOnShow.ts'
import classes from './CardForm.module.css'
import { blockedByBrowser } from './paymentTexts.ts'

/** The way to the payment provider is blocked: what to do about it (spec 1 §4, §8). */
export function PaymentBlocked({ onRetry, onCancel }: { onRetry: () => void; onCancel: () => void }) {
  const again = useFocusOnShow<HTMLButtonElement>()
  return (
    <section className={classes.blocked} aria-labelledby="payment-blocked">
      <IconShieldX className={classes.blockedIcon} aria-hidden />
      <h3 id="payment-blocked" className={classes.heading}>
        Payment Blocked
      </h3>
      <p role="alert" className={classes.message}>
        {blockedByBrowser}
      </p>
      <p className={classes.hint}>This usually helps:</p>
      <ul className={classes.tips}>
        <li>Switch off your ad blocker for this site, then try again.</li>
        <li>Allow the browser’s tracking protection to load stripe.com.</li>
        <li>Open this page in a private window, or in another browser.</li>
        <li>Check that you are online, and leave a VPN or a guarded network.</li>
      </ul>
      <div className={classes.buttons}>
        <Button ref={again} color="stitch.6" onClick={onRetry}>
          Try Again
        </Button>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </section>
  )
}
